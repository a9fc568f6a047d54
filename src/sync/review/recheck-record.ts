import type { Change } from '../../core/plan/change.ts'
import { digestOf } from '../../core/record/digest.ts'
import { isForLinks } from '../../core/page/links.ts'
import type { SyncDeps } from '../deps.ts'
import type { Run } from '../../core/record/run.ts'

/** Whether a planned record is still as planned at the partner. */
export type Checked =
  | { state: 'as planned' }
  | { state: 'changed'; where: 'partner' | 'catalog' }
  | { state: 'unknown'; reason: string }

/**
 * Makes the function that asks the partner whether a record is still as planned, conditionally where an ETag is known. Catalogue and languages are read once, when a retirement depends on them.
 */
export function createRecordCheck(
  deps: SyncDeps,
  run: Run,
  signal: AbortSignal,
): (change: Change) => Promise<Checked> {
  // Repairs are made from the snapshots: the next sync handles changes at the partner.
  if (run.kind === 'verify') return async () => ({ state: 'as planned' })
  let catalog: Promise<ReadonlySet<string>> | undefined
  let languages: Promise<readonly string[]> | undefined
  const readListed = async () => new Set((await deps.readCatalog(signal)).gtins)
  const readLanguages = async (): Promise<readonly string[]> => {
    const served = await deps.partner.fetchLanguages(signal)
    const wanted = run.scope.languages ?? (deps.languages === 'all' ? served : deps.languages)
    return served.filter((language) => wanted.includes(language))
  }
  return async (change) => {
    if (change.kind !== 'retire')
      return isForLinks(change) ? { state: 'as planned' } : checkProduct(deps, change, signal)
    switch (change.reason) {
      case 'absent at the partner':
        return checkAbsent(deps, change, signal)
      case 'left the catalogue':
        return listedAgain((await (catalog ??= readListed())).has(change.gtin))
      case 'language no longer mirrored':
        return listedAgain((await (languages ??= readLanguages())).includes(change.language))
    }
  }
}

async function checkProduct(
  { partner }: SyncDeps,
  change: Exclude<Change, { kind: 'retire' }>,
  signal: AbortSignal,
): Promise<Checked> {
  const fetched = await partner.fetchProduct(change, change.etag, signal)
  switch (fetched.state) {
    case 'unchanged':
      return { state: 'as planned' }
    case 'present':
      return digestOf(fetched.product) === change.digest
        ? { state: 'as planned' }
        : { state: 'changed', where: 'partner' }
    case 'absent':
      return { state: 'changed', where: 'partner' }
    case 'invalid':
    case 'unreachable':
      return { state: 'unknown', reason: fetched.reason }
  }
}

async function checkAbsent({ partner }: SyncDeps, change: Change, signal: AbortSignal): Promise<Checked> {
  const fetched = await partner.fetchProduct(change, undefined, signal)
  if (fetched.state === 'absent') return { state: 'as planned' }
  return fetched.state === 'invalid' || fetched.state === 'unreachable'
    ? { state: 'unknown', reason: fetched.reason }
    : { state: 'changed', where: 'partner' }
}

function listedAgain(isListed: boolean): Checked {
  return isListed ? { state: 'changed', where: 'catalog' } : { state: 'as planned' }
}
