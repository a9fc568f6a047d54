import { blockFault } from '../markup/block-condition.ts'
import { findBlock } from '../markup/find-block.ts'
import { composeUpdate, isUntouched } from './compose.ts'
import { namesOf } from '../merge/field-names.ts'
import type { Finding, FindingKind } from './finding.ts'
import type { MergeField } from '../merge/merge.ts'
import type { Page } from '../record/page.ts'
import { explainUnshown, unshownRemedy } from './unshown.ts'
import { slugOf, type RecordKey } from '../record/record.ts'
import type { Snapshot } from '../record/snapshot.ts'
import { isNumberedSlug } from './duplicate-slug.ts'

/** The stored state of the record that a page seems to belong to. */
export type Known = { snapshot: Snapshot | undefined; parent: number | undefined }

const staleDetail =
  'an editor who had the page open saved an older version of the mirrored block over the present one; product-mirror verify --repair writes it again'

/**
 * Identifies the record of a page, duplicate or copy by the class tokens of its block, else by its slug. The known
 * `languages` show where a slug's language ends and the CMS's number starts (`es-419` is a language).
 */
export function recordOfPage(page: Page, languages: readonly string[]): RecordKey | undefined {
  const tokens = /product-mirror gtin-(\d{13}) lang-([a-z0-9-]+)/.exec(page.content)
  if (tokens?.[1] !== undefined && tokens[2] !== undefined) return { gtin: tokens[1], language: tokens[2] }
  return recordOfSlug(page.slug, languages)
}

/** The record that a slug names, numbered or in the trash. */
export function recordOfSlug(slug: string, languages: readonly string[]): RecordKey | undefined {
  const [, gtin, rest] = /^gtin-(\d{13})-(.+?)(?:__trashed)?$/.exec(slug) ?? []
  if (gtin === undefined || rest === undefined) return undefined
  const language =
    languages.find((code) => rest === code) ?? languages.find((code) => rest.replace(/-\d+$/, '') === code)
  return language === undefined ? undefined : { gtin, language }
}

/** Compares a page with its record's snapshot. Rewriting by the CMS alone is not reported. */
export function auditPage(key: RecordKey, page: Page, known: Known): Finding[] {
  const { id: pageId, link } = page
  return faultsOf(key, page, known).map(([kind, detail]) => ({ ...key, kind, pageId, link, detail }))
}

type Fault = [kind: FindingKind, detail: string]

function faultsOf(key: RecordKey, page: Page, { snapshot, parent }: Known): Fault[] {
  if (snapshot?.pageId !== page.id) return auditUnbound(key, page, snapshot)
  if (snapshot.state === 'retired') return []
  if (page.status === 'trash')
    return [['trashed', 'an editor put the page in the trash, and it stays there; it can be restored there']]
  return [...auditPlace(key, page, parent), ...auditTexts(key, page, snapshot)]
}

function auditPlace(key: RecordKey, page: Page, parent: number | undefined): Fault[] {
  const moves: string[] = []
  if (page.slug !== slugOf(key)) moves.push(`its slug is ${page.slug}, not ${slugOf(key)}`)
  if (parent !== undefined && page.parent !== parent)
    moves.push(`its parent is page ${page.parent}, not ${parent}`)
  if (moves.length === 0) return []
  return [['moved', `${moves.join(', and ')}; this stays until it is changed in the CMS`]]
}

function auditTexts(key: RecordKey, page: Page, snapshot: Snapshot): Fault[] {
  const found = findBlock(page.content, key)
  const fault = blockFault(found)
  if (fault !== undefined) return [['edited', fault]]
  const { edited, stale } = compareTexts(key, page, snapshot)
  const faults: Fault[] = stale ? [['stale', staleDetail]] : []
  const unshown = explainUnshown(key, page)
  if (unshown !== undefined) faults.push(['invisible', `${unshown}. ${unshownRemedy}`])
  if (edited.length > 0) faults.push(['edited', `an editor changed ${inWords(namesOf(edited))}`])
  return faults
}

/** The fields of a page that hold an editor's changes since our last write. */
export function editedFields(key: RecordKey, page: Page, snapshot: Snapshot): MergeField[] {
  const { edited, stale } = compareTexts(key, page, snapshot)
  // The editor whose save restored an older block of ours did change the page.
  return stale && !edited.includes('inner') ? [...edited, 'inner'] : edited
}

function compareTexts(
  key: RecordKey,
  page: Page,
  { base, past, shown }: Snapshot,
): { edited: MergeField[]; stale: boolean } {
  const { merge, stale = false } = composeUpdate(key, page, { base, wanted: base, past, shown }, 'keep')
  return { edited: [...merge.kept, ...merge.conflicts], stale }
}

/** A copy under a different slug is an editor's page and is not reported. */
function auditUnbound(key: RecordKey, page: Page, snapshot: Snapshot | undefined): Fault[] {
  if (page.status === 'trash') return []
  const carries = findBlock(page.content, key).state !== 'missing'
  const slug = slugOf(key)
  const numbered = isNumberedSlug(page.slug, slug)
  if (page.slug !== slug && !(numbered && carries)) return []
  if (!carries)
    return [
      [
        'foreign',
        'it has this record’s slug but no mirrored block, and is never written to; give it another slug',
      ],
    ]
  // A hidden page without a snapshot was retired before the snapshots were lost, or hidden by an editor. No visitor
  // sees it.
  if (snapshot === undefined && page.status !== 'publish') return []
  if (snapshot === undefined)
    return [
      [
        'duplicate',
        'it carries this record’s block, but no snapshot names it; if its product is gone, remove the page by hand, otherwise: product-mirror rebuild',
      ],
    ]
  const whose = `it carries this record’s block, but the record’s page is ${snapshot.pageId}`
  const advice =
    numbered && isUntouched(key, page, snapshot.base)
      ? 'it was not edited: product-mirror verify --repair trashes it if the mirror created it'
      : 'give it another slug, or trash it'
  return [['duplicate', `${whose}; ${advice}`]]
}

function inWords(names: string): string {
  return names.replace(/, ([^,]+)$/, ' and $1')
}
