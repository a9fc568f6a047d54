import { changedPlaces } from './draw-story.ts'
import { createRandom, type Random } from './random.ts'
import type { EditorAction, PartnerChange, Kill, Phase, Place, Schedule, SiteOddity } from './schedule.ts'

/** Far from every schedule's own index, so that additions here do not change earlier draws. */
const apart = 3_000_000

/**
 * Adds troubles that earlier schedules lacked: pages that lists omit, that cannot be read or do not store updates, nights
 * without a language or a product, products that always fail, hidden pages of products that return, and missed ticks.
 */
export function drawBreakage(schedule: Schedule): Schedule {
  const random = createRandom(schedule.seed, schedule.index + apart)
  const phases = schedule.phases.map((phase, index) =>
    index === 0 || phase.wipe ? phase : drawPhase(random, schedule, phase, index),
  )
  const missedTick = random.chance(0.06)
  const recalled =
    random.chance(0.12) && !phases.some(({ wipe }) => wipe) ? recall(random, schedule, phases) : phases
  const drawn = { ...schedule, phases: recalled, ...(missedTick && { missedTick }) }
  return { ...drawn, phases: recalled.map((phase, index) => drawChanges(drawn, phase, index)) }
}

/** Adds changes of editors to language pages and to the style of blocks, from separate random numbers. */
function drawChanges(schedule: Schedule, phase: Phase, index: number): Phase {
  const { seed, gtins, languages, phases } = schedule
  const random = createRandom(seed, schedule.index * 10 + index + 2 * apart)
  const isKnown = !phases.some(({ wipe }) => wipe)
  if (index === 0 || !isKnown || !isAlone(phase)) return phase
  const changed = changedPlaces(phase)
  const anywhere = { product: random.below(gtins), language: random.below(languages.length) }
  const place = changed.length > 0 && random.chance(0.8) ? random.pick(changed) : anywhere
  const renames = random.chance(0.06) ? [drawAction(place, index, 'rename-language')] : []
  const styles = mayStyle(schedule) && random.chance(0.4) ? [drawAction(place, index, 'style-inside')] : []
  return { ...phase, editors: [...phase.editors, ...renames, ...styles] }
}

/** Whether styles must stay: no block may be removed or overwritten with all that it contains. */
function mayStyle({ engine, policy, phases }: Schedule): boolean {
  const isGentle = policy.retireTo !== 'trash' && policy.retireTo !== 'delete' && policy.onEdit === 'keep'
  const keepsBlocks = phases.every(
    ({ undo, editors, during }) => undo === undefined && ![...editors, ...during].some(removesBlock),
  )
  return engine === 'plain' && isGentle && keepsBlocks
}

function removesBlock({ do: what }: EditorAction): boolean {
  return ['overwrite', 'empty-block', 'remove-block', 'duplicate-group', 'delete'].includes(what)
}

/** Whether a single run does the phase's work: the oracle knows the effects of these troubles only then. */
function isAlone({ undo, during, visits }: Phase): boolean {
  return undo === undefined && during.length === 0 && visits === undefined
}

/** An editor hides the page of a product that then goes, and returns with another text in the last phase. */
function recall(random: Random, { gtins, languages }: Schedule, phases: readonly Phase[]): Phase[] {
  const product = random.below(gtins)
  const language = random.below(languages.length)
  const status = random.pick(['draft', 'pending', 'private'] as const)
  const [first, second, ...others] = phases
  const quiet: Phase = { partner: [], editors: [], during: [], faults: [], kills: [], wipe: false }
  const last = others.pop() ?? quiet
  if (first === undefined || second === undefined) return [...phases]
  const hide: EditorAction = { product, language, mark: 'recall', do: 'set-status', status }
  const text: PartnerChange = {
    do: 'change',
    product,
    languages: [language],
    fields: ['item_number'],
    mark: 'zxrc',
  }
  return [
    first,
    {
      ...second,
      editors: [...second.editors, hide],
      partner: [...second.partner, { do: 'remove', product, language: 'all' }],
    },
    ...others,
    { ...last, partner: [...last.partner, { do: 'return', product, language: 'all' }, text] },
  ]
}

function drawPhase(random: Random, schedule: Schedule, phase: Phase, index: number): Phase {
  const { policy, gtins, languages } = schedule
  const anywhere = (): Place => ({ product: random.below(gtins), language: random.below(languages.length) })
  const changed = changedPlaces(phase)
  const place = (): Place => (changed.length > 0 && random.chance(0.8) ? random.pick(changed) : anywhere())
  const alone = isAlone(phase)
  const site = alone && random.chance(0.35) ? [drawOddity(random, place())] : []
  const tonight = policy.misses > 1 && alone && random.chance(0.6) ? drawNight(random, schedule) : []
  const broken = alone && random.chance(0.06) ? [random.below(gtins)] : []
  const resyncHeld =
    policy.guards === 'strict' && phase.undo === undefined && random.chance(0.5)
      ? random.below(gtins)
      : undefined
  // After Redis data loss the oracle does not know whose page it is.
  const takesOver =
    alone &&
    random.chance(policy.onEdit === 'overwrite' ? 0.3 : 0.08) &&
    !schedule.phases.some(({ wipe }) => wipe)
  const overs = takesOver ? [drawAction(place(), index, 'take-over')] : []
  // While the partner is down, other injected errors have no effect.
  const down = alone && site.length + tonight.length + broken.length === 0 && random.chance(0.04)
  const ahead = alone && phase.kills.length > 0 && random.chance(0.1)
  const kills = ahead ? phase.kills.map(sendAhead) : phase.kills
  // Creates are counted only if none can get lost.
  const isCounted = site.some(({ odd }) => odd === 'omitted') && random.chance(0.5)
  return {
    ...phase,
    kills,
    ...(isCounted && { kills: [], faults: [], resyncs: [] }),
    editors: [...phase.editors, ...overs],
    ...(site.length > 0 && { site }),
    ...(tonight.length > 0 && { tonight }),
    ...(broken.length > 0 && { broken }),
    ...(resyncHeld !== undefined && { resyncHeld }),
    // A product run waits for the end of an outage, and the phase for the product run.
    ...(down && { down, resyncs: [] }),
  }
}

function drawOddity(random: Random, place: Place): SiteOddity {
  const odd = random.weighted({ omitted: 35, unreadable: 35, 'not-stored': 25, 'no-totals': 5 })
  return { ...place, odd }
}

function drawNight(random: Random, { gtins, languages }: Schedule): PartnerChange[] {
  const product = random.below(gtins)
  const kind = random.weighted({ remove: 40, delist: 30, 'language-off': languages.length > 1 ? 30 : 0 })
  if (kind === 'language-off') return [{ do: kind, language: random.below(languages.length) }]
  return [kind === 'delist' ? { do: kind, product } : { do: kind, product, language: 'all' }]
}

function drawAction(
  place: Place,
  phase: number,
  kind: 'take-over' | 'rename-language' | 'style-inside',
): EditorAction {
  return { ...place, mark: `br${phase}m`, do: kind }
}

const threeHoursMs = 10_800_000

/** The first process sends its first batch with a clock that is three hours ahead, and is killed before the reply. */
function sendAhead(kill: Kill, index: number): Kill {
  if (index > 0) return kill
  return { hit: 'daemon', at: 'http:create', of: 'batch', nth: 1, aheadMs: threeHoursMs }
}
