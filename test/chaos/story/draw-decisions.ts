import { changedPlaces } from './draw-story.ts'
import { drawKill } from './draw-trouble.ts'
import { createRandom, type Random } from './random.ts'
import type { EditorAction, PartnerChange, Phase, Place, Schedule, TextField } from './schedule.ts'

/** Far from every schedule's own index, so that what is added here changes nothing of what was drawn before. */
const apart = 2_000_000

type Drawn = {
  random: Random
  schedule: Schedule
  /** places with a page that a person edited, that a person holds, and that an undo put back */
  edited: Place[]
  held: Place[]
  undone: Place[]
  marks: number
}

/** Adds pages to adopt, decisions and undone runs to a schedule, each by chance. */
export function drawDecisions(schedule: Schedule): Schedule {
  const random = createRandom(schedule.seed, schedule.index + apart)
  const adopts = random.chance(0.2)
  // What people decided goes with Redis.
  const decides = random.chance(0.5) && !schedule.phases.some(({ wipe }) => wipe)
  const drawn: Drawn = { random, schedule, edited: [], held: [], undone: [], marks: 0 }
  const policy: Schedule['policy'] = adopts ? { ...schedule.policy, onSlugTaken: 'adopt' } : schedule.policy
  const phases = schedule.phases.map((phase, index) => {
    const strange = adopts
      ? { ...phase, editors: [...phase.editors, ...drawForeign(drawn, phase, index)] }
      : phase
    const decided = decides && index > 0 ? drawDecided(drawn, strange) : strange
    const told = decides && index > 0 ? drawUndo(drawn, decided) : decided
    drawn.edited.push(...editedPlaces(told.editors), ...editedPlaces(told.undo?.editors ?? []))
    return told
  })
  return { ...schedule, policy, phases }
}

/** Somebody makes a page at the slug of a record before it has one: before the first run, or when a product is new. */
function drawForeign(drawn: Drawn, phase: Phase, index: number): EditorAction[] {
  const { random, schedule } = drawn
  const added = phase.partner.flatMap((change) => (change.do === 'add' ? [change.product] : []))
  const products = index === 0 ? Array.from({ length: schedule.gtins }, (_, product) => product) : added
  if (products.length === 0 || !random.chance(0.8)) return []
  return random
    .some(products, random.between(1, 2))
    .map((product) => ({ ...markedPlace(drawn, { product, language: drawLanguage(drawn) }), do: 'foreign' }))
}

/** People decide before a run or while it is at work; mostly about pages that they edited and the partner changes. */
function drawDecided(drawn: Drawn, phase: Phase): Phase {
  const { random, schedule } = drawn
  const editors = [...phase.editors]
  const partner: PartnerChange[] = [...phase.partner]
  const during = [...phase.during]
  const count = random.between(1, 3)
  for (let number = 0; number < count; number++) {
    const place = drawPlace(drawn, phase)
    const free = schedule.policy.onEdit === 'keep'
    const choice = random.weighted({
      overwrite: free ? 30 : 0,
      keep: free ? 15 : 0,
      hold: 25,
      release: drawn.held.length + drawn.undone.length > 0 ? 30 : 2,
    })
    const action = {
      ...markedPlace(drawn, choice === 'release' ? drawHeld(drawn, place) : place),
      do: choice,
    }
    if (choice === 'hold') drawn.held.push(action)
    if (choice !== 'release' && random.chance(0.6)) partner.push(drawTexts(drawn, place))
    const isAtWork = random.chance(0.25) && schedule.engine !== 'plugin'
    if (isAtWork && !during.some((other) => isSamePlace(other, action)))
      during.push({ ...action, afterBatches: random.below(3) })
    else editors.push(action)
    // What a person wrote after the decision is not what was decided about.
    if (choice === 'overwrite' && random.chance(0.4)) editors.push(drawEdit(drawn, action))
  }
  return { ...phase, editors, partner, during }
}

/** Only what one run did alone can be told from what others did. */
function drawUndo(drawn: Drawn, phase: Phase): Phase {
  const { random, schedule } = drawn
  const { onEdit, misses } = schedule.policy
  const isAlone = phase.during.length === 0 && (phase.visits ?? []).length === 0
  if (onEdit !== 'keep' || misses > 1 || !isAlone || !random.chance(0.5)) return phase
  const changed = changedPlaces(phase)
  const editors = Array.from({ length: random.below(3) }, () =>
    drawEdit(drawn, changed.length > 0 && random.chance(0.7) ? random.pick(changed) : drawAnywhere(drawn)),
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

function drawEdit(drawn: Drawn, place: Place): EditorAction {
  const marked = markedPlace(drawn, place)
  const kind = drawn.random.weighted({
    'edit-inside': 45,
    'set-title': 20,
    'set-excerpt': 10,
    'edit-outside': 15,
    trash: 5,
    'set-slug': 5,
  })
  return kind === 'edit-outside' ? { ...marked, do: kind, where: 'after' } : { ...marked, do: kind }
}

function drawTexts(drawn: Drawn, { product, language }: Place): PartnerChange {
  const fields: TextField[] = ['name', 'intro', 'application', 'advantages', 'item_number', 'attributes']
  return {
    do: 'change',
    product,
    languages: [language],
    fields: drawn.random.some(fields, drawn.random.between(3, 6)),
    mark: `zxd${drawn.marks++}m`,
  }
}

function drawPlace(drawn: Drawn, phase: Phase): Place {
  const { random } = drawn
  const edited = [...drawn.edited, ...editedPlaces(phase.editors)]
  return edited.length > 0 && random.chance(0.75) ? random.pick(edited) : drawAnywhere(drawn)
}

function drawHeld({ random, held, undone }: Drawn, otherwise: Place): Place {
  const all = [...held, ...undone]
  return all.length === 0 ? otherwise : random.pick(all)
}

function drawAnywhere(drawn: Drawn): Place {
  return { product: drawn.random.below(drawn.schedule.gtins), language: drawLanguage(drawn) }
}

const drawLanguage = ({ random, schedule }: Drawn): number => random.below(schedule.languages.length)

const edits = new Set(['edit-inside', 'set-title', 'set-excerpt', 'empty-block', 'remove-block', 'foreign'])

function editedPlaces(actions: readonly EditorAction[]): Place[] {
  return actions.filter((action) => edits.has(action.do))
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.product === other.product && one.language === other.language
}
