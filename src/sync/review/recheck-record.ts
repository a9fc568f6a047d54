import type { Change, PlannedChange } from '../../core/run/change.ts'
import { changedFields } from '../../core/plan/diff.ts'
import { countOf } from '../../core/text/format.ts'
import { digestOf } from '../../core/text/digest.ts'
import type { Product } from '../../core/record/product.ts'
import { isForLinks } from '../../core/page/links.ts'
import { readLanguages } from '../collect/collect-run.ts'
import type { SyncDeps } from '../deps.ts'
import type { Run } from '../../core/run/run.ts'

/** Whether a planned record is still as planned at the partner. */
export type Checked =
  | { state: 'as planned' }
  | { state: 'changed'; where: 'partner' | 'catalog' }
  | { state: 'unknown'; reason: string }

/**
 * Creates the function that checks at the partner whether a record is still as planned, conditionally if an ETag is
 * known. Catalogue and languages are read once, when a retirement depends on them.
 */
export function createRecordCheck(
  deps: SyncDeps,
  run: Run,
  signal: AbortSignal,
): (change: Change) => Promise<Checked> {
  let catalog: Promise<Listed> | undefined
  let languages: Promise<readonly string[]> | undefined
  const readListed = async (): Promise<Listed> => {
    const { gtins, unreadable } = await deps.readCatalog(signal)
    return { gtins: new Set(gtins), unreadable }
  }
  const readUsable = async () => (await readLanguages(deps, run, signal)).usable
  let etagFault: Promise<string | undefined> | undefined
  const check = async (change: PlannedChange): Promise<Checked> => {
    const fault = await (etagFault ??= deps.etags.read(run.id).then(({ fault: found }) => found))
    return checkAtPartner(deps, { change, isConditional: fault === undefined }, signal)
  }
  const named = deps.languages === 'all' ? [] : deps.languages
  return async (change) => {
    // An undo does not depend on the partner.
    if (change.kind === 'revert') return { state: 'as planned' }
    if (change.kind !== 'retire') return isForLinks(change) ? { state: 'as planned' } : check(change)
    switch (change.reason) {
      case 'absent at the partner':
        return check(change)
      case 'left the catalogue':
        return checkInCatalog(await (catalog ??= readListed()), change.gtin)
      case 'language no longer mirrored':
        return checkedBy(
          ![...named, ...(await (languages ??= readUsable()))].includes(change.language),
          'catalog',
        )
    }
  }
}

/** The current catalogue. */
type Listed = { gtins: ReadonlySet<string>; unreadable: number }

function checkInCatalog({ gtins, unreadable }: Listed, gtin: string): Checked {
  if (gtins.has(gtin)) return { state: 'changed', where: 'catalog' }
  const entries = countOf(unreadable, 'entry', 'entries')
  return unreadable === 0
    ? { state: 'as planned' }
    : {
        state: 'unknown',
        reason: `${entries} of the catalogue could not be read, and the product may be one of them`,
      }
}

async function checkAtPartner(
  { partner }: SyncDeps,
  { change, isConditional }: { change: PlannedChange; isConditional: boolean },
  signal: AbortSignal,
): Promise<Checked> {
  const retires = change.kind === 'retire'
  const fetched = await partner.fetchProduct(
    change,
    retires || !isConditional ? undefined : change.etag,
    signal,
  )
  switch (fetched.state) {
    case 'unchanged':
      return checkedBy(!retires, 'partner')
    case 'present':
      return checkedBy(!retires && isAsPlanned(change, fetched.product), 'partner')
    case 'absent':
      return checkedBy(retires, 'partner')
    case 'invalid':
    case 'unreachable':
      return { state: 'unknown', reason: fetched.reason }
  }
}

/** Whether the page would look as planned, even if for example a list has another order. */
function isAsPlanned({ digest, product }: Extract<PlannedChange, { digest: string }>, now: Product): boolean {
  return digestOf(now) === digest || changedFields(product, now).length === 0
}

function checkedBy(asPlanned: boolean, where: 'partner' | 'catalog'): Checked {
  return asPlanned ? { state: 'as planned' } : { state: 'changed', where }
}
