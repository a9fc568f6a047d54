import { isRecord } from '../../conformance/variables.ts'

/** Rows up to this id belong to the pristine state: they have the same id at both sides. */
const lastPristine = 20

/** Which id of the bundled server is which of the engine, learnt from answers that show the same row. */
export type Ids = {
  /** Learns from the members `id` at equal places of two bodies. */
  learn(engine: unknown, bundled: unknown): void
  /** A name that both sides share for the same row; undefined for a number that is no known row. */
  labelOf(side: 'engine' | 'bundled', id: number): string | undefined
}

export function createIds(): Ids {
  const labels = { engine: new Map<number, string>(), bundled: new Map<number, string>() }

  function bind(engine: number, bundled: number): void {
    if (engine <= lastPristine || bundled <= lastPristine) return
    if (labels.engine.has(engine) || labels.bundled.has(bundled)) return
    const label = `#${labels.engine.size + 1}`
    labels.engine.set(engine, label)
    labels.bundled.set(bundled, label)
  }

  function learn(engine: unknown, bundled: unknown): void {
    if (Array.isArray(engine) && Array.isArray(bundled)) {
      // Lists of different length or order would pair rows that are not the same.
      if (engine.length === bundled.length && sameOrder(engine, bundled))
        for (const [index, item] of engine.entries()) learn(item, bundled[index])
      return
    }
    if (!isRecord(engine) || !isRecord(bundled)) return
    const { id: theirs } = engine
    const { id: ours } = bundled
    if (typeof theirs === 'number' && typeof ours === 'number') bind(theirs, ours)
    for (const [key, member] of Object.entries(engine)) learn(member, bundled[key])
  }

  return { learn, labelOf: (side, id) => labels[side].get(id) }
}

/** Whether rows of two lists have the same slugs, where they have any. */
function sameOrder(engine: readonly unknown[], bundled: readonly unknown[]): boolean {
  return engine.every((item, index) => {
    const other = bundled[index]
    if (!isRecord(item) || !isRecord(other)) return true
    return typeof item['slug'] !== 'string' || /^\d/.test(item['slug']) || item['slug'] === other['slug']
  })
}
