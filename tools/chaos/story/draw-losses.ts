import { changedPlaces } from './draw-story.ts'
import { createRandom, type Random } from './random.ts'
import type { EditorAction, Phase, Place, Schedule } from './schedule.ts'

/** Far from every schedule's own index, so that additions here do not change earlier draws. */
const apart = 7_000_000

/**
 * Adds statuses of a plugin, signed links to files, files that editors delete, late files, a partner that is down while a
 * plan is held, and a CMS that is restored from a backup.
 */
export function drawLosses(schedule: Schedule): Schedule {
  const random = createRandom(schedule.seed, schedule.index + apart)
  const { phases, policy } = schedule
  const isPlain = phases.every(({ wipe, undo }) => !wipe && undo === undefined)
  const workflow = random.chance(0.12) && isPlain
  // To the mirror, whose nights pass faster than the partner's, every signature would have expired.
  const isToday = policy.misses === 1 && !phases.some(({ kills }) => kills.some(({ aheadMs }) => aheadMs))
  const signed = random.chance(0.12) && isToday ? random.pick([2, 3_600]) : undefined
  // A repair in the end would also recreate the pages that editors deleted.
  const deletes = random.chance(0.15) && isPlain && policy.onEdit === 'keep' && !phases.some(hasDelete)
  const restored = random.chance(0.08) && isPlain && !workflow && policy.guards === 'open'
  return {
    ...schedule,
    phases: phases.map((phase, index) => drawPhase(random, schedule, { phase, index, workflow, deletes })),
    ...(workflow && { workflow }),
    ...(restored && policy.onSlugTaken === undefined && { restored }),
    ...(signed !== undefined && { signed }),
  }
}

type Wanted = { phase: Phase; index: number; workflow: boolean; deletes: boolean }

function drawPhase(random: Random, schedule: Schedule, { phase, index, workflow, deletes }: Wanted): Phase {
  const { gtins, languages, policy } = schedule
  const changed = changedPlaces(phase)
  const place: Place =
    changed.length > 0 && random.chance(0.6)
      ? random.pick(changed)
      : { product: random.below(gtins), language: random.below(languages.length) }
  const isAlone = phase.undo === undefined && phase.during.length === 0 && phase.visits === undefined
  const archives = workflow && index > 0 && isAlone && random.chance(0.5)
  const loses = deletes && index > 0 && isAlone && random.chance(0.7)
  const isLate = isAlone && index === 0 && random.chance(0.15)
  // After the run without the partner, injected errors count again from zero; late writes must not land after an undo.
  const isDown = policy.guards === 'strict' && phase.undo === undefined && random.chance(0.25)
  const marked = { ...place, mark: `lo${index}m` }
  const actions: EditorAction[] = [
    ...(archives ? [{ ...marked, do: 'set-status', status: 'archive' } as const] : []),
    ...(loses ? [{ ...marked, do: 'delete-file' } as const] : []),
  ]
  return {
    ...phase,
    ...(actions.length > 0 && { editors: [...phase.editors, ...actions] }),
    ...(isLate && { lateFiles: place }),
    ...(isDown && { downHeld: true }),
  }
}

function hasDelete({ editors }: Phase): boolean {
  return editors.some(({ do: what }) => what === 'delete')
}
