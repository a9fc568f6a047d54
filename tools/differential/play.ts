import { pointTo } from '../../test/conformance/variables.ts'
import type { Answer, Exchange, Sides, Step } from './step.ts'

/**
 * Plays a sequence on both sides, starting from the initial content, until `until` returns true. References are filled
 * with the values from each side's own responses.
 */
export async function play(
  { engine, bundled }: Sides,
  steps: readonly Step[],
  until: (exchange: Exchange) => boolean = () => false,
): Promise<Exchange[]> {
  await Promise.all([engine.reset(), bundled.reset()])
  const known = { engine: siteOf(engine.site), bundled: siteOf(bundled.site) }
  const exchanges: Exchange[] = []
  for (const step of steps) {
    const [theirs, ours] = await Promise.all([
      engine.send(step, known.engine),
      bundled.send(step, known.bundled),
    ])
    save(step, theirs, known.engine)
    save(step, ours, known.bundled)
    const exchange = { step, engine: theirs, bundled: ours }
    exchanges.push(exchange)
    if (until(exchange)) break
  }
  return exchanges
}

function siteOf(site: string): Record<string, unknown> {
  return { site }
}

/** Stores the values that a step names. Values that the response lacks stay unknown. */
function save(step: Step, { json }: Answer, known: Record<string, unknown>): void {
  for (const [name, pointer] of Object.entries(step.save ?? {})) {
    const value = pointTo(json, pointer)
    if (value !== undefined && value !== null) known[name] = value
  }
}
