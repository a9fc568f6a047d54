import { recordId, type RecordKey } from '../record/record.ts'

/** How a page differs from its snapshot. */
export type FindingKind =
  | 'missing'
  | 'edited'
  | 'moved'
  | 'trashed'
  | 'duplicate'
  | 'foreign'
  | 'stale'
  | 'file'
  | 'links'
  | 'invisible'

/**
 * One difference between the CMS and the snapshots, about a record's page or about the parent page at a path;
 * `detail` is for people.
 */
export type Finding = (RecordKey | { path: string }) & {
  kind: FindingKind
  pageId: number
  link?: string
  detail: string
  /** A person knows about it: the record is held, or listed as a conflict. */
  known?: 'hold' | 'conflict'
  /** What was done about it, for people. */
  repaired?: string
}

/** The id of a finding: the same fault has the same id in every run. */
export function findingId(finding: Finding): string {
  return `${subjectOf(finding)} ${finding.pageId} ${finding.kind}`
}

/** `4026639012345/de-de`, or a parent page's path. */
export function subjectOf(finding: Finding): string {
  return 'path' in finding ? finding.path : recordId(finding)
}

/** Whether a person still has to look at it. */
export function isDrift({ known, repaired }: Finding): boolean {
  return known === undefined && repaired === undefined
}
