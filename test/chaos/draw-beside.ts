import { createRandom, type Random } from './random.ts'
import type { FaultRules, Phase, Schedule } from './schedule.ts'

/** Far from every schedule's own index, so that what is added here changes nothing of what was drawn before. */
const apart = 1_000_000

/** Adds what is drawn beside a schedule's story, each thing by chance. */
export function drawBeside(schedule: Schedule): Schedule {
  const random = createRandom(schedule.seed, schedule.index + apart)
  return { ...schedule, phases: schedule.phases.map((phase) => widenRace(random, phase)) }
}

/** What people save while a run is at work meets its batch only if that takes its time. */
function widenRace(random: Random, phase: Phase): Phase {
  if (phase.during.length === 0 || !random.chance(0.85)) return phase
  const slow: FaultRules[number] = {
    side: 'cms',
    method: 'POST',
    path: '/batch/v1',
    kind: 'latency',
    ms: random.between(200, 500),
    count: random.between(1, 3),
  }
  return { ...phase, faults: [...phase.faults, slow] }
}
