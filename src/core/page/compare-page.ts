import type { BlockSearch } from '../markup/find-block.ts'
import { composeUpdate, isUntouched } from './compose.ts'
import type { Finding, FindingKind } from './finding.ts'
import type { Page, MergeField } from '../record/page.ts'
import type { FindingReason } from '../reasons/finding-reasons.ts'
import { explainUnshown } from './unshown.ts'
import { slugOf, type RecordKey } from '../record/record.ts'
import type { Snapshot } from '../record/snapshot.ts'
import { isNumberedSlug, untrashedSlug } from './duplicate-slug.ts'
import type { MirroredPage } from './mirrored-page.ts'
import { losesNotice, showsNotice } from './notice.ts'

/** The stored state of the record that a page seems to belong to. */
export type Known = { snapshot: Snapshot | undefined; parent: number | undefined }

/**
 * Identifies the record of a page, duplicate or copy by the class tokens of its block, else by its slug. The known
 * `languages` show where a slug's language ends and the CMS's number starts (`es-419` is a language).
 */
export function recordOfPage(
  page: Pick<Page, 'content' | 'slug'>,
  languages: readonly string[],
): RecordKey | undefined {
  const tokens = /product-mirror gtin-(\d{13}) lang-([a-z0-9-]+)/.exec(page.content)
  if (tokens?.[1] !== undefined && tokens[2] !== undefined) return { gtin: tokens[1], language: tokens[2] }
  return recordOfSlug(page.slug, languages)
}

/** The record that a slug of the default form names, numbered or in the trash. */
export function recordOfSlug(slug: string, languages: readonly string[]): RecordKey | undefined {
  const [, gtin, rest] = /^gtin-(\d{13})-(.+)$/.exec(untrashedSlug(slug)) ?? []
  if (gtin === undefined || rest === undefined) return undefined
  const language =
    languages.find((code) => rest === code) ?? languages.find((code) => rest.replace(/-\d+$/, '') === code)
  return language === undefined ? undefined : { gtin, language }
}

/** Compares a page with its record's snapshot. Rewriting by the CMS alone is not reported. */
export function comparePage(mirrored: MirroredPage, known: Known): Finding[] {
  const {
    key,
    page: { id: pageId, link },
  } = mirrored
  return faultsOf(mirrored, known).map(([kind, reason]) => ({ ...key, kind, pageId, link, reason }))
}

type Fault = [kind: FindingKind, reason: FindingReason]

function faultsOf(mirrored: MirroredPage, { snapshot, parent }: Known): Fault[] {
  const { page } = mirrored
  if (snapshot?.pageId !== page.id) return compareUnbound(mirrored, snapshot)
  if (snapshot.state === 'retired')
    return snapshot.retiredTo === 'notice' ? compareNotice(mirrored, snapshot) : []
  if (page.status === 'trash') return [['trashed', { code: 'trashed' }]]
  return [...comparePlace(mirrored, snapshot, parent), ...compareBlock(mirrored, snapshot)]
}

/** Edits of a retired page are not reported, except for its notice: without it, visitors expect a current product. */
function compareNotice(mirrored: MirroredPage, snapshot: Snapshot): Fault[] {
  if (mirrored.page.status === 'trash' || showsNotice(mirrored)) return []
  if (losesNotice(mirrored, snapshot)) return [['stale', { code: 'stale-block' }]]
  return [['edited', defectOf(mirrored.block) ?? { code: 'notice-missing' }]]
}

function comparePlace({ key, page }: MirroredPage, snapshot: Snapshot, parent: number | undefined): Fault[] {
  const slug = { is: page.slug, wanted: slugOf(key, snapshot) }
  const place = { is: page.parent, wanted: parent ?? page.parent }
  const moved = {
    ...(slug.is !== slug.wanted && { slug }),
    ...(place.is !== place.wanted && { parent: place }),
  }
  return Object.keys(moved).length === 0 ? [] : [['moved', { code: 'moved', ...moved }]]
}

function compareBlock(mirrored: MirroredPage, snapshot: Snapshot): Fault[] {
  const defect = defectOf(mirrored.block)
  if (defect !== undefined) return [['edited', defect]]
  const { edited, stale } = compareTexts(mirrored, snapshot)
  const faults: Fault[] = stale ? [['stale', { code: 'stale-block' }]] : []
  const detail = explainUnshown(mirrored)
  if (detail !== undefined) faults.push(['invisible', { code: 'not-shown', detail }])
  if (edited.length > 0) faults.push(['edited', { code: 'edited', fields: edited }])
  return faults
}

function defectOf(found: BlockSearch): FindingReason | undefined {
  switch (found.state) {
    case 'ok':
      return undefined
    case 'missing':
      return { code: 'block-removed' }
    case 'duplicate':
      return { code: 'block-repeated', count: found.count }
    case 'broken':
      return { code: 'block-broken', detail: found.reason }
  }
}

/** The fields of a page that hold an editor's changes since our last write. */
export function editedFields(mirrored: MirroredPage, snapshot: Snapshot): MergeField[] {
  const { edited, stale } = compareTexts(mirrored, snapshot)
  // The editor whose save restored an older block of ours did change the page.
  return stale && !edited.includes('inner') ? [...edited, 'inner'] : edited
}

function compareTexts(
  mirrored: MirroredPage,
  { base, past, shown }: Snapshot,
): { edited: MergeField[]; stale: boolean } {
  const { merge, stale = false } = composeUpdate(mirrored, { base, wanted: base, past, shown }, 'keep')
  return { edited: [...merge.kept, ...merge.conflicts], stale }
}

/** The slug of a record's page. Without a snapshot, a slug with the GTIN may be the one it was created with. */
function wantedSlug({ key, page, block }: MirroredPage, snapshot: Snapshot | undefined): string {
  const slug = slugOf(key, snapshot)
  const mayBeCreated = snapshot === undefined && block.state !== 'missing' && page.slug.includes(key.gtin)
  return mayBeCreated && !page.slug.startsWith(slug) ? page.slug : slug
}

/** A copy under a different slug is an editor's page and is not reported. */
function compareUnbound(mirrored: MirroredPage, snapshot: Snapshot | undefined): Fault[] {
  const { page, block } = mirrored
  if (page.status === 'trash') return []
  const carries = block.state !== 'missing'
  const slug = wantedSlug(mirrored, snapshot)
  const numbered = isNumberedSlug(page.slug, slug)
  if (page.slug !== slug && !(numbered && carries)) return []
  if (!carries) return [['foreign', { code: 'foreign' }]]
  // A hidden page without a snapshot was retired before the snapshots were lost, or hidden by an editor. No visitor
  // sees it. A page with a notice was retired, too.
  if (snapshot === undefined && (page.status !== 'publish' || showsNotice(mirrored))) return []
  if (snapshot === undefined) return [['duplicate', { code: 'no-snapshot' }]]
  const removable = numbered && isUntouched(mirrored, snapshot.base)
  return [['duplicate', { code: 'duplicate', pageId: snapshot.pageId, removable }]]
}
