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
 * One difference between the CMS and the snapshots, in a record's page or in the parent page at a path; `detail` is a
 * message for operators.
 */
export type Finding = (RecordKey | { path: string }) & {
  kind: FindingKind
  pageId: number
  link?: string
  detail: string
  /** Already reported elsewhere: the record is held, or listed as a conflict. */
  known?: 'hold' | 'conflict'
  /** A message for operators about the repair. */
  repaired?: string
}

/** The id of a finding: the same difference has the same id in every run. */
export function findingId(finding: Finding): string {
  return `${subjectOf(finding)} ${finding.pageId} ${finding.kind}`
}

/** `4026639012345/de-de`, or a parent page's path. */
export function subjectOf(finding: Finding): string {
  return 'path' in finding ? finding.path : recordId(finding)
}

/** Whether the finding still needs an operator. */
export function isDrift({ known, repaired }: Finding): boolean {
  return known === undefined && repaired === undefined
}
