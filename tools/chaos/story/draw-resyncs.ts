import { createRandom } from './random.ts'
import type { Schedule } from './schedule.ts'

/** A separate index, so that older parts of a story stay as they are. */
const own = 1_000_003

/** Adds resyncs of single products to some runs; where absences are counted, none of them counts as a night. */
export function drawResyncs(schedule: Schedule): Schedule {
  const random = createRandom(schedule.seed, schedule.index + own)
  const phases = schedule.phases.map((phase) => {
    if (phase.wipe || phase.undo !== undefined || !random.chance(0.4)) return phase
    const resyncs = Array.from({ length: random.between(1, 3) }, () => ({
      product: random.below(schedule.gtins),
      afterBatches: random.below(4),
    }))
    return { ...phase, resyncs }
  })
  return { ...schedule, phases }
}
