import { withNotices } from './draw-notices.ts'
import { createRandom, type Random } from './random.ts'
import {
  familyFields,
  requiredFields,
  type EditorAction,
  type PartnerChange,
  type Phase,
  type Schedule,
} from './schedule.ts'

/** Far from every schedule's own index, so that additions here do not change earlier draws. */
const apart = 9_000_000

const families = ['f1', 'f2', '']
const categories = ['Tapes', 'Foils & films', 'Tapes > Roof', 'Sealants | New', '']

type Drawn = {
  random: Random
  policy: Schedule['policy']
  products: number[]
  languages: number
  /** the products that lack the required field, and those that are gone */
  withheld: Set<number>
  gone: Set<number>
}

/**
 * Adds settings to schedules with a map: a condition for public pages, families, groups of listings, banners, and notices
 * with successors. The partner changes what they depend on, and editors change pages that wait. With ON_EDIT=overwrite, a
 * changed family may overwrite edits, and a plug-in that reviews new pages decides about their status.
 */
export function drawSettings(schedule: Schedule): Schedule {
  const { mapped, seed, index, engine, workflow } = schedule
  if (!mapped) return schedule
  const random = createRandom(seed, index + apart)
  const publishIf = random.chance(0.65) && !workflow ? random.pick(requiredFields) : undefined
  const familyBy =
    random.chance(0.65) && schedule.policy.onEdit === 'keep' ? random.pick(familyFields) : undefined
  const groupBy = random.chance(0.65)
    ? random.weighted({ 'catalog.category': 75, 'terms.product_tag': 25 })
    : undefined
  const banner = random.chance(0.4)
  const noticed = random.chance(0.45) && engine !== 'plugin' && !workflow ? withNotices(schedule) : schedule
  const policy: Schedule['policy'] = {
    ...noticed.policy,
    ...(publishIf && { publishIf }),
    ...(familyBy && { familyBy }),
    ...(groupBy && { groupBy }),
    ...(banner && { banner: 'show' as const }),
  }
  const drawn: Drawn = {
    random,
    policy,
    products: Array.from({ length: noticed.gtins }, (_, product) => product),
    languages: noticed.languages.length,
    withheld: new Set(),
    gone: new Set(),
  }
  const drawnPhases = noticed.phases.map((phase, at) => drawPhase(drawn, phase, at))
  const phases = publishIf && engine === 'plugin' ? drawnPhases.map(withoutLoss) : drawnPhases
  return { ...noticed, policy, phases: [...phases, ...drawMove(drawn, phases)] }
}

/**
 * If the reply to the create of a draft was lost, a plug-in's change of it cannot be distinguished from an edit: a draft
 * without revisions may have been saved.
 */
function withoutLoss(phase: Phase): Phase {
  return { ...phase, kills: [], faults: phase.faults.filter(({ side }) => side === 'partner') }
}

/** A last phase in which one product gets another group, and nothing else updates the listings. */
function drawMove({ random, policy, products, gone }: Drawn, phases: readonly Phase[]): Phase[] {
  const listed = products.filter((product) => !gone.has(product))
  if (policy.groupBy !== 'catalog.category' || listed.length === 0 || !random.chance(0.4)) return []
  const product = random.pick(listed)
  const last = phases
    .flatMap(({ partner }) => partner)
    .findLast((change) => change.do === 'categorize' && change.product === product)
  const others = categories.filter((category) => last?.do !== 'categorize' || last.category !== category)
  const partner: PartnerChange[] = [{ do: 'categorize', product, category: random.pick(others) }]
  return [{ partner, editors: [], during: [], kills: [], faults: [], wipe: false }]
}

function drawPhase(drawn: Drawn, phase: Phase, at: number): Phase {
  const added = follow(drawn, phase)
  // An editor changes pages that wait since an earlier run.
  const editors = at === 0 ? [] : drawEdits(drawn, at)
  const isFirst = at === 0
  const partner = [
    ...drawRequired(drawn, isFirst, added),
    ...drawFamilies(drawn, isFirst ? drawn.products : added),
    ...drawCategories(drawn, isFirst ? drawn.products : added),
    ...drawSuccessors(drawn),
  ]
  return { ...phase, partner: [...phase.partner, ...partner], editors: [...phase.editors, ...editors] }
}

/** Notes the products that a phase adds, removes and returns; returns those that it adds. */
function follow({ products, gone }: Drawn, { partner }: Phase): number[] {
  const added: number[] = []
  for (const change of partner) {
    if (change.do === 'add') added.push(change.product)
    if (change.do === 'remove' || change.do === 'delist') gone.add(change.product)
    if (change.do === 'return' || change.do === 'relist') gone.delete(change.product)
  }
  products.push(...added)
  return added
}

function drawRequired(drawn: Drawn, isFirst: boolean, added: readonly number[]): PartnerChange[] {
  const { random, policy, products, withheld } = drawn
  const field = policy.publishIf
  if (field === undefined) return []
  return products.flatMap((product): PartnerChange[] => {
    const lacks = withheld.has(product)
    const isNew = isFirst || added.includes(product)
    if (!random.chance(lacks ? 0.55 : isNew ? 0.45 : 0.2)) return []
    if (lacks) withheld.delete(product)
    else withheld.add(product)
    return [{ do: lacks ? 'supply' : 'withhold', product, field }]
  })
}

function drawFamilies({ random, policy, products }: Drawn, fresh: readonly number[]): PartnerChange[] {
  const by = policy.familyBy
  if (by === undefined) return []
  const moved = random.chance(0.7) ? random.some(products, random.between(1, 2)) : []
  return [...new Set([...fresh, ...moved])].map((product) => ({
    do: 'join',
    product,
    family: random.pick(families),
    by,
  }))
}

function drawCategories({ random, policy, products }: Drawn, fresh: readonly number[]): PartnerChange[] {
  if (policy.groupBy !== 'catalog.category') return []
  const moved = random.chance(0.7) ? random.some(products, random.between(1, 2)) : []
  return [...new Set([...fresh, ...moved])].map((product) => ({
    do: 'categorize',
    product,
    category: random.pick(categories),
  }))
}

/** Gone products get successors, or lose them; others get one before they go. */
function drawSuccessors({ random, policy, products, gone }: Drawn): PartnerChange[] {
  if (policy.retireTo !== 'notice') return []
  return products.flatMap((product): PartnerChange[] => {
    if (!random.chance(gone.has(product) ? 0.6 : 0.25)) return []
    const by = random.chance(0.2) ? undefined : random.pick(products)
    return by === product ? [] : [{ do: 'succeed', product, by }]
  })
}

function drawEdits({ random, withheld, languages }: Drawn, at: number): EditorAction[] {
  return [...withheld].flatMap((product): EditorAction[] => {
    if (!random.chance(0.3)) return []
    const place = { product, language: random.below(languages), mark: `st${at}x${product}m` }
    const kind = random.weighted({
      'edit-inside': 25,
      'edit-outside': 15,
      'set-title': 20,
      'set-status': 30,
      'hide-for-a-time': 15,
      trash: 10,
    })
    if (kind === 'edit-outside') return [{ ...place, do: kind, where: 'after' }]
    if (kind === 'set-status')
      return [{ ...place, do: kind, status: random.pick(['draft', 'pending', 'private'] as const) }]
    return [{ ...place, do: kind }]
  })
}
