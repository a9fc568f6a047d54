import { z } from 'zod'
import { Finding } from '../../../core/page/finding.ts'
import { Outcome } from '../../../core/run/change.ts'
import type { MenuItemState } from '../../../core/page/menu.ts'
import type { AuditEntry } from '../../../sync/ports/stored.ts'
import type { SentNotice, StoredPause, StoredRunIndex } from '../../../sync/ports/stored.ts'
import { defineShape, firstVersion, secondVersion } from '../define-shape.ts'
import { upgradeDetail } from '../upgrades/text-reasons.ts'

export const findingShape = defineShape<Finding>('finding', Finding, {
  // Version 5 added mapped fields; version 6 added missing notices.
  version: 6,
  upgrade: upgradeDetail,
  told: ['link', 'reason', 'repaired'],
})

export const menuItemShape = defineShape<MenuItemState>(
  'menu item',
  z.discriminatedUnion('is', [
    z.strictObject({ is: z.literal('sent'), at: z.number() }),
    z.strictObject({ is: z.literal('there') }),
    z.strictObject({ is: z.literal('taken') }),
  ]),
)

export const sentNoticeShape = defineShape<SentNotice>(
  'notified trouble',
  z.strictObject({ event: z.string(), runId: z.string(), digest: z.string() }),
)

export const storedPauseShape = defineShape<StoredPause>(
  'pause of writes',
  z.strictObject({ until: z.number(), since: z.number(), by: z.string(), reason: z.string() }),
  { ...firstVersion, told: ['reason'] },
)

export const auditShape = defineShape<AuditEntry>(
  'audit entry',
  z.strictObject({
    at: z.string(),
    by: z.string(),
    from: z.string(),
    via: z.enum(['dashboard', 'api', 'queues', 'terminal']),
    action: z.string(),
    subject: z.string(),
    done: z.boolean(),
    result: z.string(),
  }),
  { ...secondVersion, told: ['subject', 'result'] },
)

const { gtin, language, result, fields, reasons } = Outcome.shape

export const runIndexShape = defineShape<StoredRunIndex>(
  'index of a run',
  z.strictObject({
    revision: z.int(),
    waits: z.boolean(),
    count: z.int(),
    cut: z.boolean(),
    languages: z.array(z.string()),
    groups: z.array(
      z.strictObject({
        id: z.string(),
        example: z.strictObject({ gtin, language, result, fields, reasons }),
        isAlike: z.boolean(),
      }),
    ),
    fieldSets: z.array(z.array(z.string())),
    columns: z.strictObject({
      gtins: z.string(),
      languageAt: z.string(),
      whatAt: z.string(),
      groupAt: z.string(),
      fieldsAt: z.string(),
    }),
  }),
  { ...firstVersion, told: ['groups'] },
)
