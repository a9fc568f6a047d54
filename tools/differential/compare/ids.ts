import { isRecord } from '../../../test/conformance/variables.ts'

/** Rows up to this id are initial content, which has equal ids on both sides. */
const lastPristine = 20

/** The mapping between the ids of the two sides, learnt from responses with the same row. */
export type Ids = {
  /** Learns from the `id` fields at equal places of two bodies. */
  learn(engine: unknown, bundled: unknown): void
  /** A name that both sides share for a row; undefined for unknown ids. */
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
      // Lists of different length or order would pair different rows.
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

/** Whether the rows of two lists have equal slugs, if they have slugs. */
function sameOrder(engine: readonly unknown[], bundled: readonly unknown[]): boolean {
  return engine.every((item, index) => {
    const other = bundled[index]
    if (!isRecord(item) || !isRecord(other)) return true
    return typeof item['slug'] !== 'string' || /^\d/.test(item['slug']) || item['slug'] === other['slug']
  })
}
