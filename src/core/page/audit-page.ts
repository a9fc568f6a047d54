import { blockFault } from '../markup/block-condition.ts'
import { findBlock } from '../markup/find-block.ts'
import { composeUpdate, isUntouched } from './compose.ts'
import type { Finding, FindingKind } from './finding.ts'
import type { MergeField } from './merge.ts'
import type { Page } from './page.ts'
import { slugOf, type RecordKey } from '../record/record.ts'
import type { Snapshot } from '../record/snapshot.ts'
import { isNumberedSlug } from './duplicate-slug.ts'

/** What is known about the record that a page seems to belong to. */
export type Known = { snapshot: Snapshot | undefined; parent: number | undefined }

const fieldNames = {
  title: 'title',
  excerpt: 'excerpt',
  inner: 'mirrored block',
  featuredMedia: 'featured image',
} as const satisfies Record<MergeField, string>

const staleDetail =
  'an editor who had the page open saved an older version of the mirrored block over the present one; product-mirror verify --repair writes it again'

/**
 * The record that a page, a duplicate or a copy belongs to: by the class tokens of its block, else by its slug. The
 * known `languages` show where a slug's language ends and the engine's number begins (`es-419` is a language).
 */
export function recordOfPage(page: Page, languages: readonly string[]): RecordKey | undefined {
  const tokens = /product-mirror gtin-(\d{13}) lang-([a-z0-9-]+)/.exec(page.content)
  if (tokens?.[1] !== undefined && tokens[2] !== undefined) return { gtin: tokens[1], language: tokens[2] }
  const [, gtin, rest] = /^gtin-(\d{13})-(.+?)(?:__trashed)?$/.exec(page.slug) ?? []
  if (gtin === undefined || rest === undefined) return undefined
  const language =
    languages.find((code) => rest === code) ?? languages.find((code) => rest.replace(/-\d+$/, '') === code)
  return language === undefined ? undefined : { gtin, language }
}

/** Compares a page with its record's snapshot; rewriting by the engine alone is no finding. */
export function auditPage(key: RecordKey, page: Page, { snapshot, parent }: Known): Finding[] {
  const finding = (kind: FindingKind, detail: string): Finding => {
    const { id: pageId, link } = page
    return { ...key, kind, pageId, link, detail }
  }
  if (snapshot?.pageId !== page.id) return auditUnbound(key, page, snapshot, finding)
  if (snapshot.state === 'retired') return []
  if (page.status === 'trash')
    return [
      finding('trashed', 'a person put the page in the trash, and it stays there; it can be restored there'),
    ]
  return [...auditPlace(key, page, parent, finding), ...auditTexts(key, page, snapshot, finding)]
}

type ToFinding = (kind: FindingKind, detail: string) => Finding

function auditPlace(key: RecordKey, page: Page, parent: number | undefined, finding: ToFinding): Finding[] {
  const moves: string[] = []
  if (page.slug !== slugOf(key)) moves.push(`its slug is ${page.slug}, not ${slugOf(key)}`)
  if (parent !== undefined && page.parent !== parent)
    moves.push(`its parent is page ${page.parent}, not ${parent}`)
  if (moves.length === 0) return []
  return [finding('moved', `${moves.join(', and ')}; it stays so until somebody sets it back in the CMS`)]
}

function auditTexts(key: RecordKey, page: Page, snapshot: Snapshot, finding: ToFinding): Finding[] {
  const found = findBlock(page.content, key)
  const fault = blockFault(found)
  if (fault !== undefined) return [finding('edited', fault)]
  const { base, past } = snapshot
  const { merge, stale } = composeUpdate(key, page, { base, wanted: base, past }, 'keep')
  const edited = [...merge.kept, ...merge.conflicts].map((field) => fieldNames[field])
  return [
    ...(stale ? [finding('stale', staleDetail)] : []),
    ...(edited.length > 0 ? [finding('edited', `an editor changed ${inWords(edited)}`)] : []),
  ]
}

/** A copy that an editor made under a slug of its own is the editor’s, and no finding. */
function auditUnbound(
  key: RecordKey,
  page: Page,
  snapshot: Snapshot | undefined,
  finding: ToFinding,
): Finding[] {
  if (page.status === 'trash') return []
  const carries = findBlock(page.content, key).state !== 'missing'
  const slug = slugOf(key)
  const numbered = isNumberedSlug(page.slug, slug)
  if (page.slug !== slug && !(numbered && carries)) return []
  if (!carries)
    return [
      finding(
        'foreign',
        'it stands at this record’s slug, has no mirrored block and is never written to; give it another slug',
      ),
    ]
  // A hidden page was retired before the snapshots were lost, or hidden by a person: no visitor sees it.
  if (snapshot === undefined && page.status !== 'publish') return []
  if (snapshot === undefined)
    return [
      finding(
        'duplicate',
        'it carries this record’s block, but no snapshot knows it; if its product is gone, put the page away by hand, otherwise: product-mirror rebuild',
      ),
    ]
  const whose = `it carries this record’s block, but the record’s page is ${snapshot.pageId}`
  const advice =
    numbered && isUntouched(key, page, snapshot.base)
      ? 'nobody wrote in it: product-mirror verify --repair puts it into the trash if the mirror made it'
      : 'give it another slug, or put it into the trash'
  return [finding('duplicate', `${whose}; ${advice}`)]
}

function inWords(names: readonly string[]): string {
  return names.join(', ').replace(/, ([^,]+)$/, ' and $1')
}
