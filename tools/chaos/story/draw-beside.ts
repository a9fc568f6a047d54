import { changedPlaces } from './draw-story.ts'
import { createRandom, type Random } from './random.ts'
import type { EditorAction, FaultRules, Phase, Place, Schedule, Visit } from './schedule.ts'

/** Far from every schedule's own index, so that additions here do not change earlier draws. */
const apart = 1_000_000

/** Adds further actions to a schedule's story, each by chance. */
export function drawBeside(schedule: Schedule): Schedule {
  const random = createRandom(schedule.seed, schedule.index + apart)
  const trashed: Place[] = []
  const phases = schedule.phases.map((phase, index) => {
    const back = trashed.splice(0).filter(() => random.chance(0.5))
    // After a loss, Redis lacks the reason for a trashed page, and the versions that were held back.
    const restored = phase.wipe ? [] : back
    trashed.push(...phase.editors.filter((action) => action.do === 'trash'))
    const story: Phase = {
      ...phase,
      editors: [...phase.editors, ...restored.map((place) => restore(place, index))],
      ...(index > 0 && random.chance(0.12) && { visits: [drawVisit(random, schedule, phase, index)] }),
    }
    return onePerPage(widenRace(random, story, index))
  })
  return { ...schedule, phases }
}

function restore({ product, language }: Place, phase: number): EditorAction {
  return { product, language, mark: `back${phase}m`, do: 'restore' }
}

/** A page is best open where the partner changes something. */
function drawVisit(random: Random, { gtins, languages }: Schedule, story: Phase, phase: number): Visit {
  const changed = changedPlaces(story)
  const place =
    changed.length > 0 && random.chance(0.8)
      ? random.pick(changed)
      : { product: random.below(gtins), language: random.below(languages.length) }
  return { ...place, mark: `open${phase}m`, do: random.pick(['leave-open', 'save-stale'] as const) }
}

/** If two saves fall within one write, only the last is restored; the other is in the page's revisions. */
function onePerPage(phase: Phase): Phase {
  const placeOf = ({ product, language }: Place): string => `${product}/${language}`
  const last = new Map(phase.during.map((action) => [placeOf(action), action]))
  return { ...phase, during: phase.during.filter((action) => last.get(placeOf(action)) === action) }
}

/** An edit during a run meets its batch only if the batch takes its time and holds the page. */
function widenRace(random: Random, phase: Phase, index: number): Phase {
  if (phase.during.length === 0 || !random.chance(0.85)) return phase
  const slow: FaultRules[number] = {
    side: 'cms',
    method: 'POST',
    path: '/batch/v1',
    kind: 'latency',
    ms: random.between(200, 500),
    count: random.between(1, 3),
  }
  const changed = changedPlaces(phase)
  const kind = random.pick(['edit-outside', 'edit-inside', 'set-title'] as const)
  if (changed.length === 0) return { ...phase, faults: [...phase.faults, slow] }
  const place = { ...random.pick(changed), mark: `race${index}m`, afterBatches: 1 }
  const action: Phase['during'][number] =
    kind === 'edit-outside' ? { ...place, do: kind, where: 'after' } : { ...place, do: kind }
  return { ...phase, faults: [...phase.faults, slow], during: [...phase.during, action] }
}
