import { createRandom } from './random.ts'
import type { Kill, Schedule, Target, Boundary } from './schedule.ts'

/** The stages of a first sync, in order; a kill at `nth` must come before the stage's work is done. */
const stages: readonly { at: readonly Boundary[]; of: Target; most: number; share: number }[] = [
  { at: ['http:create', 'http:sent', 'http:headers', 'http:trailers'], of: 'product', most: 39, share: 0.15 },
  { at: ['redis:sent', 'redis:answered'], of: 'any', most: 25, share: 0.2 },
  { at: ['http:sent', 'http:headers', 'http:trailers'], of: 'asset', most: 20, share: 0.1 },
  { at: ['http:create', 'http:sent', 'http:headers', 'http:trailers'], of: 'upload', most: 8, share: 0.2 },
  { at: ['http:create', 'http:sent', 'http:headers', 'http:trailers'], of: 'batch', most: 1, share: 0.2 },
  { at: ['commit:before', 'commit:after'], of: 'any', most: 2, share: 0.15 },
]

/** A first sync of 240 pages whose daemon is killed so often in a row. */
export function drawFirstSync(seed: number, kills: number): Schedule {
  const random = createRandom(seed, 0)
  const drawn: Kill[] = []
  for (const [index, { at, of, most, share }] of stages.entries()) {
    const left = kills - drawn.length
    const count = index === stages.length - 1 ? left : Math.min(left, Math.round(share * kills))
    for (let number = 0; number < count; number++)
      drawn.push({ hit: 'daemon', at: random.pick(at), of, nth: random.between(1, most) })
  }
  return {
    seed,
    index: 0,
    gtins: 40,
    languages: ['de-de', 'en-gb', 'fr-fr', 'it-it', 'es-es', 'pl-pl'],
    policy: { retireTo: 'draft', misses: 1, onEdit: 'keep', guards: 'open' },
    engine: 'plain',
    daemons: 1,
    writeGraceSeconds: 1,
    phases: [{ partner: [], editors: [], during: [], faults: [], kills: drawn, wipe: false }],
  }
}
