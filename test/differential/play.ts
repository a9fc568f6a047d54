import { pointTo } from '../conformance/variables.ts'
import type { Answer, Exchange, Sides, Step } from './step.ts'

/**
 * Plays a sequence at both sides from the pristine state on, until `until` says that an exchange ends it. Each side
 * fills references with what that side answered itself.
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

/** Remembers what a step names; what the answer does not have stays unknown. */
function save(step: Step, { json }: Answer, known: Record<string, unknown>): void {
  for (const [name, pointer] of Object.entries(step.save ?? {})) {
    const value = pointTo(json, pointer)
    if (value !== undefined && value !== null) known[name] = value
  }
}
