import type { WriteChange } from '../run/change.ts'
import { changedFile, olderBlock } from './decide.ts'
import type { Finding, FindingKind } from '../page/finding.ts'
import { linkedLanguages, linkedSuccessor } from '../page/links.ts'
import type { Run } from '../run/run.ts'
import type { Snapshot } from '../record/snapshot.ts'

const none: ReadonlySet<FindingKind> = new Set()
/** A stale save or an outdated link is not an editor's decision, so it is repaired without a request. */
const bySchedule: ReadonlySet<FindingKind> = new Set(['stale', 'links'])
const whenAsked: ReadonlySet<FindingKind> = new Set(['stale', 'links', 'missing', 'duplicate', 'file'])

/** The kinds of findings that a verify run repairs. */
export function repairedKinds(run: Pick<Run, 'repair' | 'trigger'>): ReadonlySet<FindingKind> {
  if (run.repair === true) return whenAsked
  return run.trigger === 'schedule' ? bySchedule : none
}

/** The change that repairs a finding by writing the record’s page; undefined if the repair writes no page. */
export function repairOf(finding: Finding, snapshot: Snapshot): WriteChange | undefined {
  if ('path' in finding) return undefined
  const { gtin, language, kind } = finding
  const { product, digest, etag, slug } = snapshot
  const wanted = { gtin, language, product, digest, ...(etag !== undefined && { etag }) }
  if (kind === 'missing') return { ...wanted, kind: 'create', ...(slug !== undefined && { slug }) }
  const update = { ...wanted, kind: 'update', pageId: snapshot.pageId } as const
  if (kind === 'stale') return { ...update, fields: [olderBlock] }
  if (kind === 'links')
    return { ...update, fields: [snapshot.state === 'retired' ? linkedSuccessor : linkedLanguages] }
  if (kind === 'file') return { ...update, fields: [changedFile] }
  return undefined
}
