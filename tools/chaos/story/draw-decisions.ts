import { changedPlaces } from './draw-story.ts'
import { drawKill } from './draw-trouble.ts'
import { createRandom, type Random } from './random.ts'
import type { EditorAction, PartnerChange, Phase, Place, Schedule, TextField } from './schedule.ts'

/** Far from every schedule's own index, so that additions here do not change earlier draws. */
const apart = 2_000_000

type Drawn = {
  random: Random
  schedule: Schedule
  /** places with a page that an editor changed, that an editor holds, and that an undo restored */
  edited: Place[]
  held: Place[]
  undone: Place[]
  marks: number
}

/** Adds pages to adopt, decisions and undone runs to a schedule, each by chance. */
export function drawDecisions(schedule: Schedule): Schedule {
  const random = createRandom(schedule.seed, schedule.index + apart)
  // With ON_EDIT=overwrite an adopted page's own title gives way to any later write.
  const adopts = random.chance(0.2) && schedule.policy.onEdit === 'keep'
  // Decisions are lost with Redis.
  const decides = random.chance(0.5) && !schedule.phases.some(({ wipe }) => wipe)
  const drawn: Drawn = { random, schedule, edited: [], held: [], undone: [], marks: 0 }
  const policy: Schedule['policy'] = adopts ? { ...schedule.policy, onSlugTaken: 'adopt' } : schedule.policy
  const phases = schedule.phases.map((phase, index) =>
    adopts ? { ...phase, editors: [...phase.editors, ...drawForeign(drawn, phase, index)] } : phase,
  )
  if (!decides) return { ...schedule, policy, phases }
  const decided = [...phases, drawLast(drawn)].map((phase, index) => {
    if (index === 0) return phase
    return drawUndo(drawn, index === 1 ? drawContested(drawn, phase) : drawDecided(drawn, phase))
  })
  return { ...schedule, policy, phases: decided }
}

/** One more run after the story: the remaining decisions are made before it. */
function drawLast({ random, schedule }: Drawn): Phase {
  const work = { records: schedule.gtins * schedule.languages.length, isFirst: false }
  const kills = schedule.engine === 'plugin' || random.chance(0.5) ? [] : [drawKill(random, work)]
  return { partner: [], editors: [], during: [], faults: [], kills, wipe: false }
}

/** An editor creates a page at the slug of a record before it has one: before the first run, or when a product is new. */
function drawForeign(drawn: Drawn, phase: Phase, index: number): EditorAction[] {
  const { random, schedule } = drawn
  const added = phase.partner.flatMap((change) => (change.do === 'add' ? [change.product] : []))
  const products = index === 0 ? Array.from({ length: schedule.gtins }, (_, product) => product) : added
  if (products.length === 0 || !random.chance(0.8)) return []
  const places = random
    .some(products, random.between(1, 2))
    .map((product) => ({ product, language: drawLanguage(drawn) }))
  drawn.edited.push(...places)
  return places.map((place) => ({ ...markedPlace(drawn, place), do: 'foreign' }))
}

/** Editors and the partner change the same pages, so that there is something to decide about; some hold records. */
function drawContested(drawn: Drawn, phase: Phase): Phase {
  const { random } = drawn
  const contested = Array.from({ length: random.between(1, 3) }, () => drawAnywhere(drawn))
  const edits = contested.map((place) => drawEdit(drawn, place, textEdits))
  const changes = contested.filter(() => random.chance(0.75)).map((place) => drawTexts(drawn, place))
  const holds = random.chance(0.4) ? [drawAnywhere(drawn)] : []
  drawn.edited.push(...contested)
  drawn.held.push(...holds)
  return {
    ...phase,
    partner: [...phase.partner, ...changes],
    editors: [
      ...phase.editors,
      ...edits,
      ...holds.map((place): EditorAction => ({ ...markedPlace(drawn, place), do: 'hold' })),
    ],
  }
}

/** Editors decide before a run or while it is active, mostly about pages that they edited. */
function drawDecided(drawn: Drawn, phase: Phase): Phase {
  const { random, schedule } = drawn
  const editors = [...phase.editors]
  const partner: PartnerChange[] = [...phase.partner]
  const during = [...phase.during]
  const isFree = schedule.policy.onEdit === 'keep'
  for (let left = random.between(2, 4); left > 0; left--) {
    const choice = random.weighted({
      overwrite: isFree ? 35 : 0,
      keep: isFree ? 20 : 0,
      hold: 15,
      release: drawn.held.length + drawn.undone.length > 0 ? 30 : 2,
    })
    const places = choice === 'release' ? [...drawn.held, ...drawn.undone] : drawn.edited
    const place = places.length > 0 && random.chance(0.9) ? random.pick(places) : drawAnywhere(drawn)
    const action: EditorAction = { ...markedPlace(drawn, place), do: choice }
    if (choice === 'hold') drawn.held.push(place)
    if (random.chance(0.5)) partner.push(drawTexts(drawn, place))
    const isAtWork = random.chance(0.2) && schedule.engine !== 'plugin'
    if (isAtWork && !during.some((other) => isSamePlace(other, place)))
      during.push({ ...action, afterBatches: random.below(3) })
    else editors.push(action)
    // An edit after the decision is not part of the decision.
    if (choice === 'overwrite' && random.chance(0.4)) editors.push(drawEdit(drawn, place, textEdits))
  }
  return { ...phase, editors, partner, during }
}

/** Only the effects of a single run can be distinguished from those of others. */
function drawUndo(drawn: Drawn, phase: Phase): Phase {
  const { random, schedule } = drawn
  const { onEdit, misses } = schedule.policy
  const isAlone = phase.during.length === 0 && (phase.visits ?? []).length === 0
  if (onEdit !== 'keep' || misses > 1 || !isAlone || !random.chance(0.5)) return phase
  const changed = changedPlaces(phase)
  const editors = Array.from({ length: random.below(3) }, () =>
    drawEdit(
      drawn,
      changed.length > 0 && random.chance(0.7) ? random.pick(changed) : drawAnywhere(drawn),
      anyEdits,
    ),
  )
  const work = { records: schedule.gtins * schedule.languages.length, isFirst: false }
  const kills = schedule.engine === 'plugin' ? 0 : Number(random.weighted({ 0: 40, 1: 45, 2: 15 }))
  drawn.undone.push(...changed)
  return { ...phase, undo: { editors, kills: Array.from({ length: kills }, () => drawKill(random, work)) } }
}

const markedPlace = (drawn: Drawn, { product, language }: Place): Place & { mark: string } => ({
  product,
  language,
  mark: `de${drawn.marks++}m`,
})

const textEdits = { 'edit-inside': 50, 'set-title': 35, 'set-excerpt': 15 }
const anyEdits = { ...textEdits, 'edit-outside': 25, trash: 8, 'set-slug': 8 }

function drawEdit(drawn: Drawn, place: Place, weights: Partial<typeof anyEdits>): EditorAction {
  const kind = drawn.random.weighted(weights as typeof anyEdits)
  const marked = markedPlace(drawn, place)
  return kind === 'edit-outside' ? { ...marked, do: kind, where: 'after' } : { ...marked, do: kind }
}

function drawTexts(drawn: Drawn, { product, language }: Place): PartnerChange {
  const fields: TextField[] = ['name', 'intro', 'application', 'advantages', 'item_number', 'attributes']
  return {
    do: 'change',
    product,
    languages: [language],
    fields: drawn.random.some(fields, drawn.random.between(4, 6)),
    mark: `zxd${drawn.marks++}m`,
  }
}

function drawAnywhere(drawn: Drawn): Place {
  return { product: drawn.random.below(drawn.schedule.gtins), language: drawLanguage(drawn) }
}

const drawLanguage = ({ random, schedule }: Drawn): number => random.below(schedule.languages.length)

function isSamePlace(one: Place, other: Place): boolean {
  return one.product === other.product && one.language === other.language
}
