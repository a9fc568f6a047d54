import { z } from 'zod'
import { FindingKind, KnownAs, type Finding } from '../../page/finding.ts'
import { FindingReason } from '../../reasons/finding-reasons.ts'
import { RecordKey } from '../../record/record.ts'
import { findingText, repairText } from './finding-text.ts'

const found = {
  kind: FindingKind,
  pageId: z.int(),
  link: z.string().exactOptional(),
  code: z
    .enum(FindingReason.options.map(({ shape }) => shape.code.value))
    .describe('The cause; `text` for findings of an earlier version.'),
  detail: z.string().describe('A message for operators.'),
  known: KnownAs.exactOptional(),
  repaired: z.string().exactOptional().describe('A message for operators about the repair.'),
}

/** A finding as programs read it. */
export const FindingReport = z.union([
  z.strictObject({ ...RecordKey.shape, ...found }),
  z.strictObject({ path: z.string(), ...found }),
])
export type FindingReport = z.infer<typeof FindingReport>

/** `mirror`: one of several mirrors, which the commands name. */
export function toFindingReport(finding: Finding, mirror: string | undefined): FindingReport {
  const { reason, repaired, ...about } = finding
  return {
    ...about,
    code: reason.code,
    detail: findingText(finding, mirror),
    ...(repaired !== undefined && { repaired: repairText(repaired) }),
  }
}
