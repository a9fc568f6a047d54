import { z } from 'zod'
import { recordId, RecordKey } from '../record/record.ts'

/** How a page differs from its snapshot. */
const FindingKind = z.enum([
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

const found = {
  kind: FindingKind,
  pageId: z.int(),
  link: z.string().exactOptional(),
  detail: z.string().describe('A message for operators.'),
  known: z
    .enum(['hold', 'conflict'])
    .exactOptional()
    .describe('Already reported elsewhere: the record is held, or listed as a conflict.'),
  repaired: z.string().exactOptional().describe('A message for operators about the repair.'),
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
export function subjectOf(finding: Finding): string {
  return 'path' in finding ? finding.path : recordId(finding)
}

/** Whether the finding still needs an operator. */
export function isDrift({ known, repaired }: Finding): boolean {
  return known === undefined && repaired === undefined
}
