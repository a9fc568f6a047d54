import { z } from 'zod'
import { Blanks } from './blanks.ts'

/** `detail` is a message of the partner, the CMS or Redis. */
const detail = z.string()

/** Why a record was not planned, or not written according to its plan. */
export const planReasons = [
  /** The partner sent no usable response. */
  z.strictObject({ code: z.literal('unread'), detail }),
  /** The job that was to plan the record failed. */
  z.strictObject({ code: z.literal('unplanned'), detail }),
  /** A stored value is damaged or beyond a limit. */
  z.strictObject({ code: z.literal('damaged'), detail }),
  z.strictObject({ code: z.literal('held'), by: z.string(), at: z.string(), note: z.string() }),
  /** The page shows an earlier version, or earlier `fields`, since an undo; `note` names the undo. */
  z.strictObject({
    code: z.literal('skipped'),
    at: z.string(),
    note: z.string(),
    fields: z.array(z.string()).exactOptional(),
  }),
  /** The blank guard holds the new version. */
  z.strictObject({ code: z.literal('suspect'), blanks: Blanks }),
  /** The held plan of another run contains the same change. */
  z.strictObject({ code: z.literal('in-held-plan'), runId: z.string() }),
  /** A product run has synced the record since it was planned. */
  z.strictObject({ code: z.literal('resynced'), runId: z.string() }),
  /** The approved plan was not applied, because the record could not be checked, or its page was changed since. */
  z.strictObject({ code: z.literal('unchecked'), detail }),
  z.strictObject({ code: z.literal('changed-since-plan'), detail }),
  /** The job of the record was lost; `ofRun`: the detail is the failure of the whole run. */
  z.strictObject({
    code: z.literal('lost'),
    detail: z.string().exactOptional(),
    ofRun: z.literal(true).exactOptional(),
    undoes: z.string().exactOptional(),
  }),
  /** The record's page was compared with nothing, because it cannot be read. */
  z.strictObject({ code: z.literal('not-compared'), pageId: z.int(), detail }),
] as const
