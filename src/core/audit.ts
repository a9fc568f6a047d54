import { findBlock } from './block/find.ts'
import { composeUpdate } from './compose.ts'
import type { Page } from './page.ts'
import { slugOf, type RecordKey } from './record.ts'
import type { Snapshot } from './snapshot.ts'

/** How a page differs from what the mirror knows of it. */
export type FindingKind = 'missing' | 'edited' | 'moved' | 'trashed' | 'twin' | 'foreign' | 'stale'

/** One difference between the CMS and the snapshots; `detail` is for people. */
export type Finding = RecordKey & { kind: FindingKind; pageId: number; link?: string; detail: string }

/** What is known of the record that a page seems to belong to. */
export type Known = { snapshot: Snapshot | undefined; parent: number | undefined }

/**
 * The record whose page this is, or a twin or copy of which it may be: by its block's class tokens, else by its slug.
 * `languages` tells where a slug's language ends and the engine's numbering begins (`es-419` is a language).
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

/** Compares one page with its record's snapshot; a page that the engine alone rewrote gives nothing. */
export function auditPage(key: RecordKey, page: Page, { snapshot, parent }: Known): Finding[] {
  const finding = (kind: FindingKind, detail: string): Finding => ({
    ...key,
    kind,
    pageId: page.id,
    link: page.link,
    detail,
  })
  if (snapshot?.pageId !== page.id) return auditUnbound(key, page, snapshot, finding)
  if (snapshot.state === 'retired') return []
  if (page.status === 'trash') return [finding('trashed', 'a person put the page in the trash')]
  const findings: Finding[] = []
  if (page.slug !== slugOf(key)) findings.push(finding('moved', `its slug is ${page.slug}`))
  if (parent !== undefined && page.parent !== parent)
    findings.push(finding('moved', `its parent is page ${page.parent}, not ${parent}`))
  const { merge, note } = composeUpdate(key, page, snapshot.base, snapshot.base, 'keep')
  const edited = [...merge.kept, ...merge.conflicts]
  if (note !== undefined) findings.push(finding('edited', note))
  else if (edited.length > 0) findings.push(finding('edited', `an editor changed ${edited.join(', ')}`))
  return findings
}

/** A copy that an editor made under a slug of its own is the editor's, and no finding. */
function auditUnbound(
  key: RecordKey,
  page: Page,
  snapshot: Snapshot | undefined,
  finding: (kind: FindingKind, detail: string) => Finding,
): Finding[] {
  if (page.status === 'trash') return []
  const carries = findBlock(page.content, key).state !== 'missing'
  const slug = slugOf(key)
  const numbered = page.slug.startsWith(`${slug}-`) && /^\d+$/.test(page.slug.slice(slug.length + 1))
  if (page.slug !== slug && !(numbered && carries)) return []
  if (!carries) return [finding('foreign', 'it stands at this record’s slug and has no mirrored block')]
  const other =
    snapshot === undefined
      ? 'no snapshot knows it: product-mirror rebuild'
      : `the record’s page is ${snapshot.pageId}`
  return [finding('twin', `it carries this record’s block, but ${other}`)]
}
