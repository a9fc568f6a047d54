import { z } from 'zod'
import { FindingReason, Repair } from '../reasons/finding-reasons.ts'
import { recordId, RecordKey } from '../record/record.ts'

/** How a page differs from its snapshot. */
export const FindingKind = z.enum([
  'missing',
  'edited',
  'moved',
  'trashed',
  'duplicate',
  'foreign',
  'stale',
  'file',
  'links',
  'invisible',
])
export type FindingKind = z.infer<typeof FindingKind>

/** Where the finding is already reported. */
export const KnownAs = z
  .enum(['hold', 'conflict'])
  .describe('Already reported elsewhere: the record is held, or listed as a conflict.')

const found = {
  kind: FindingKind,
  pageId: z.int(),
  link: z.string().exactOptional(),
  reason: FindingReason,
  known: KnownAs.exactOptional(),
  repaired: Repair.exactOptional(),
}

/** One difference between the CMS and the snapshots, in a record's page or in the parent page at a path. */
export const Finding = z.union([
  z.strictObject({ ...RecordKey.shape, ...found }),
  z.strictObject({ path: z.string(), ...found }),
])
export type Finding = z.infer<typeof Finding>

/** The id of a finding: the same difference has the same id in every run. */
export function findingId(finding: Finding): string {
  return `${subjectOf(finding)} ${finding.pageId} ${finding.kind}`
}

/** `4026639012345/de-de`, or a parent page's path. */
export function subjectOf(finding: RecordKey | { path: string }): string {
  return 'path' in finding ? finding.path : recordId(finding)
}

/** Whether the finding still needs an operator. */
export function isDrift({ known, repaired }: Finding): boolean {
  return known === undefined && repaired === undefined
}
