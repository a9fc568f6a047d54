import { isDressed, redress, undress } from '../markup/dress.ts'
import { hideBlock } from '../markup/hidden-blocks.ts'
import { hasHiding, hiddenIn, hiddenPart, isRevealing, type Hidden } from '../markup/hidden-content.ts'
import {
  isOwnKind,
  isSumOf,
  joinUnits,
  jsonLdKind,
  leaf,
  sameMeaning,
  sameUnit,
  unitsOf,
  type Inside,
  type Unit,
} from '../markup/units.ts'
import { unwrapBlocks } from '../markup/unwrap-blocks.ts'
import { sameFacts } from '../markup/visible-content.ts'
import { arrange, type Arrangement, type UnitSides, type Versions } from './arrange-units.ts'
import { hiddenSources, isWhollyHidden } from './hidden-sources.ts'
import { sharedWords } from './match-units.ts'
import { inWantedLayout } from './wanted-layout.ts'

/** One unit that both the editor and the partner changed; undefined on a side that does not have it. */
export type UnitConflict = {
  base: string | undefined
  theirs: string | undefined
  ours: string | undefined
}

export type UnitMerge = {
  /** The markup to write. */
  inner: string
  /** The base of the next merge: the wanted markup, with the old version of units in conflict. */
  base: string
  /** Whether an editor's change is kept, apart from conflicts. */
  kept: boolean
  conflicts: UnitConflict[]
}

export type InnerSides = { base: string; current: string; wanted: string }

/**
 * The units in which the editor's version gives way: none, those that both changed, or all of them. `overwrite` is a
 * decision about conflicts and also shows hidden content; `changed` is a policy and leaves it hidden.
 */
export type GiveWay = 'keep' | 'overwrite' | 'changed' | 'wanted'

/**
 * Three-way merge of the mirrored block, unit by unit: a change on only one side is adopted. `overwrite` and `changed`
 * replace the units, or the whole block, that `keep` would report as a conflict; `wanted` replaces all text. An
 * editor's styling, hiding and notes stay on units that remain on the page.
 */
export function mergeInner(sides: InnerSides, onConflict: GiveWay): UnitMerge {
  if (onConflict === 'wanted') return mergeMarkup(sides, 'wanted') ?? overwritten(sides)
  const merged = mergeMarkup(sides, 'keep')
  const isByUnits = merged !== undefined && isStable(merged, sides.wanted)
  if (onConflict === 'keep') return isByUnits ? merged : inConflict(sides)
  if (onConflict === 'changed' && !isByUnits) return mergeInner(sides, 'wanted')
  return (isByUnits ? mergeMarkup(sides, onConflict) : undefined) ?? overwritten(sides)
}

/**
 * Whether an editor changed only the attributes of one of our versions. The block is then edited, although its content
 * is ours.
 */
export function isRestyled({ base, current, wanted }: InnerSides): boolean {
  const ours = [base, wanted].filter((inner) => sameFacts(inner, current))
  return ours.length > 0 && ours.every((inner) => isDressed(inner, current))
}

/**
 * The block that an editor's stale save replaced, with the attributes that the editor added to its units. Undefined if
 * the editor also hid or grouped something that it no longer contains.
 */
export function dressStale(
  stale: string,
  { base, shown }: { base: string; shown: string },
): string | undefined {
  const sides = { base: undress(stale, base), current: stale, wanted: shown }
  const { inner, conflicts } = mergeInner(sides, 'keep')
  if (conflicts.length === 0) return inner
  if (hiddenIn(sides) || unwrapBlocks(stale, base) !== stale) return undefined
  return mergeInner(sides, 'wanted').inner
}

/** Undefined if the joined units would have another meaning than the separate ones. */
function mergeMarkup(sides: InnerSides, onConflict: GiveWay): UnitMerge | undefined {
  const mode = { onConflict, hidden: hiddenIn(sides) }
  const { units, base: ours, kept, conflicts } = mergeUnits(inWantedLayout(sidesOf(sides)), mode)
  const [inner, base] = [joinUnits(units), joinUnits(ours)]
  return isSumOf(inner, units) && isSumOf(base, ours) ? { inner, base, kept, conflicts } : undefined
}

/**
 * Whether the next merge finds the same conflicts: it may pair similar versions differently. Without a conflict it does
 * not.
 */
function isStable(merged: UnitMerge, wanted: string): boolean {
  if (merged.conflicts.length === 0) return true
  const again = mergeMarkup({ base: merged.base, current: merged.inner, wanted }, 'keep')
  return (
    again?.conflicts.length === merged.conflicts.length &&
    sameFacts(again.inner, merged.inner) &&
    sameFacts(again.base, merged.base)
  )
}

function inConflict({ base, current, wanted }: InnerSides): UnitMerge {
  const conflict = { base, theirs: current, ours: wanted }
  return { inner: current, base, kept: false, conflicts: [conflict] }
}

function overwritten({ wanted }: InnerSides): UnitMerge {
  return { inner: wanted, base: wanted, kept: false, conflicts: [] }
}

/** The units of all sides; if the blocks of one side cannot be separated, each side is a single unit. */
function sidesOf({ base, current, wanted }: InnerSides): UnitSides {
  const units = { base: unitsOf(base), current: unitsOf(current), wanted: unitsOf(wanted) }
  if (units.base && units.current && units.wanted)
    return { base: units.base, current: units.current, wanted: units.wanted }
  const whole = (markup: string): Unit[] => [leaf('markup', markup)]
  return { base: whole(base), current: whole(current), wanted: whole(wanted) }
}

type Merged = { units: Unit[]; base: Unit[]; kept: boolean; conflicts: UnitConflict[] }

/** The merge result of one unit; absent on a side from which it is removed. */
type Outcome = { unit?: Unit; base?: Unit; kept?: boolean; conflicts?: UnitConflict[] }

type Mode = { onConflict: GiveWay; hidden: Hidden | undefined }

function mergeUnits(sides: UnitSides, mode: Mode): Merged {
  const { onConflict, hidden } = mode
  const order = arrange(sides)
  const outcomes = new Map(order.merged.map((unit) => [unit, mergeUnit(unit, mode)]))
  if (hidden)
    for (const [unit, outcome] of keepHidden(order, outcomes, { onConflict, hidden }))
      outcomes.set(unit, outcome)
  const all = [...outcomes.values()]
  return {
    units: (onConflict === 'wanted' ? order.wanted : order.merged).flatMap(
      (unit) => outcomes.get(unit)?.unit ?? [],
    ),
    base: order.wanted.flatMap((unit) => outcomes.get(unit)?.base ?? []),
    kept: order.isMoved || all.some(({ kept }) => kept === true),
    conflicts: all.flatMap(({ conflicts = [] }) => conflicts),
  }
}

/** Outcomes of units that would show hidden content: they are hidden as well, or in conflict. */
function keepHidden(
  order: Arrangement,
  outcomes: ReadonlyMap<Versions, Outcome>,
  { onConflict, hidden }: Mode & { hidden: Hidden },
): Map<Versions, Outcome> {
  const sourcesOf = hiddenSources(order.wanted, hidden)
  const found = new Map<Versions, Outcome>()
  for (const [versions, { unit }] of outcomes) {
    const sources = sourcesOf.get(versions) ?? []
    const isShown = unit !== undefined && hiddenPart(unit.markup, hidden) !== 'all'
    const isByPolicy = onConflict === 'wanted' || onConflict === 'changed'
    const isOverwritten = isByPolicy && isWhollyHidden(versions, hidden)
    const wasHidden = sources.length > 0 || isOverwritten
    if (!isShown || (!wasHidden && !isRevealing(unit.markup, hidden))) continue
    const like = versions.base ? undefined : hiddenLike(versions, sources, hidden)
    const alone = isByPolicy && wasHidden ? hideBlock(unit.markup) : undefined
    if (like) found.set(versions, { ...both(like, versions.wanted), kept: true })
    else if (alone !== undefined)
      found.set(versions, { ...both(leaf(unit.kind, alone), versions.wanted), kept: true })
    else if (onConflict === 'keep')
      // The replaced parts wait for the same decision, so that the next merge finds them again.
      for (const one of [versions, ...sources]) found.set(one, inConflictWith(one))
  }
  return found
}

/**
 * A new unit, hidden like the unit that it was split from; undefined if the origin is uncertain or hiding is
 * impossible.
 */
function hiddenLike({ wanted }: Versions, sources: readonly Versions[], hidden: Hidden): Unit | undefined {
  return sources
    .filter(({ base }) => sharedWords(base, wanted) > 0)
    .flatMap((source) => restyle({ ...source, ...(wanted && { wanted }) }, 'hide') ?? [])
    .find(({ markup }) => hiddenPart(markup, hidden) === 'all')
}

function inConflictWith({ base, current, wanted }: Versions): Outcome {
  const conflict = { base: base?.markup, theirs: current?.markup, ours: wanted?.markup }
  return { ...both(current, base), conflicts: [conflict] }
}

function mergeUnit(versions: Versions, mode: Mode): Outcome {
  const { onConflict } = mode
  const { base, current, wanted } = versions
  const isOurs = sameMeaning(current, base)
  const isStyled = isOurs && isDressed(markupOf(base), markupOf(current))
  if (sameUnit(current, wanted))
    return {
      ...both(current, wanted),
      kept: (isStyled || !isOurs) && isDressed(markupOf(wanted), markupOf(current)),
    }
  if (sameUnit(wanted, base) && onConflict !== 'wanted')
    return { ...both(current, wanted), kept: !isOurs || isStyled }
  if (sameUnit(current, base) && !isStyled) return both(wanted, wanted)
  if (isDeletedData(versions) && onConflict !== 'wanted' && onConflict !== 'changed')
    return { ...both(undefined, wanted), kept: true }
  const inside = mergeInside(versions, mode)
  if (inside) return inside
  const styled = restyle(versions, onConflict === 'keep' ? 'fail' : 'leave out')
  if (onConflict !== 'keep' || (isOurs && (styled || !isStyled))) return written(styled, wanted)
  return inConflictWith(versions)
}

/** JSON-LD that an editor deleted: no visitor misses it, so a change by the partner needs no decision. */
function isDeletedData({ base, current }: Versions): boolean {
  return base?.kind === jsonLdKind && current === undefined
}

function written(styled: Unit | undefined, wanted: Unit | undefined): Outcome {
  const kept = styled !== undefined && wanted !== undefined && isDressed(wanted.markup, styled.markup)
  return { ...both(styled ?? wanted, wanted), kept }
}

/**
 * The wanted unit with the attributes that an editor added to the current one; undefined if it has no place for them.
 */
function restyle({ base, current, wanted }: Versions, how: Parameters<typeof redress>[1]): Unit | undefined {
  if (!base || !current || !wanted) return undefined
  const sides = { base: base.markup, current: current.markup, wanted: wanted.markup }
  const markup = redress(sides, how)
  return markup === undefined ? undefined : leaf(wanted.kind, markup)
}

/** Merges lists item by item and tables row by row; the markup before and after the items is one unit each. */
function mergeInside({ base, current, wanted }: Versions, mode: Mode): Outcome | undefined {
  if (!base?.inside || !current?.inside || !wanted?.inside) return undefined
  const sides = { base: base.inside, current: current.inside, wanted: wanted.inside }
  const isInHidden = mode.hidden && hasHiding(sides.current.open.markup, mode.hidden)
  const modeInside = isInHidden ? { ...mode, hidden: undefined } : mode
  const open = mergeOpen(base, partsOf(sides, 'open'), mode)
  const items = mergeUnits(
    { base: sides.base.units, current: sides.current.units, wanted: sides.wanted.units },
    modeInside,
  )
  const close = mergeUnit(partsOf(sides, 'close'), mode)
  const made = (
    before: Unit | undefined,
    units: readonly Unit[],
    after: Unit | undefined,
  ): Unit | undefined => {
    if (units.length === 0) return undefined
    const inner = joinUnits(units, sides.wanted.gap)
    return leaf(base.kind, markupOf(before) + inner + markupOf(after))
  }
  return {
    ...both(made(open.unit, items.units, close.unit), made(open.base, items.base, close.base)),
    kept: [open, items, close].some(({ kept }) => kept === true),
    conflicts: [open, items, close].flatMap(({ conflicts = [] }) => conflicts),
  }
}

/** Our containers have no text, so only their attributes can change, such as the width of a column. */
function mergeOpen({ kind }: Unit, open: Versions, mode: Mode): Outcome {
  const styled = isOwnKind(kind) ? restyle(open, 'fail') : undefined
  return styled ? written(styled, open.wanted) : mergeUnit(open, mode)
}

function partsOf(
  { base, current, wanted }: Record<keyof Versions, Inside>,
  part: 'open' | 'close',
): Versions {
  return { base: base[part], current: current[part], wanted: wanted[part] }
}

function both(unit: Unit | undefined, base: Unit | undefined): Outcome {
  return { ...(unit && { unit }), ...(base && { base }) }
}

function markupOf(unit: Unit | undefined): string {
  return String(unit?.markup)
}
