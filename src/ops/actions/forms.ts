import { z } from 'zod'
import { Gtin, Language } from '../../contracts/gtin.ts'
import { choices } from '../../core/decisions/decision.ts'
import type { Actor } from '../http/actor.ts'
import { parseInput } from '../http/parse-input.ts'
import { partForm, partOf } from './part-input.ts'
import { toSelected } from './selected-records.ts'
import type { Operations, Performed } from './operations.ts'
import { writeNowForm } from './write-now-input.ts'

const RunForm = z.strictObject({ run: z.string().min(1).max(40) })
const ApproveForm = RunForm.extend({ ...partForm, ...writeNowForm })
const UndoForm = RunForm.extend(writeNowForm)
const RecordForm = z.strictObject({ gtin: Gtin, language: Language })
const StartForm = z.strictObject({
  kind: z.enum(['sync', 'plan', 'verify']),
  gtin: Gtin.optional(),
  language: Language.optional(),
  repair: z.literal('yes').optional(),
  ...writeNowForm,
})
const PauseForm = z.strictObject({ until: z.string(), reason: z.string() })
const ResolveForm = RecordForm.extend({ choice: z.enum(choices), reason: z.string().optional() })

const ResolveManyForm = z.strictObject({
  records: z.string(),
  choice: z.enum(choices),
  reason: z.string().optional(),
})

type Act<Fields> = (
  operations: Operations,
  actor: Actor,
  fields: Fields,
  signal: AbortSignal,
) => Promise<Performed<unknown>>

/** An action and its form. */
export type Action = { summary: string; form: z.ZodObject<z.ZodRawShape, z.core.$strict>; act: Act<unknown> }

function define<Shape extends z.ZodRawShape>(
  summary: string,
  form: z.ZodObject<Shape, z.core.$strict>,
  act: Act<z.infer<z.ZodObject<Shape, z.core.$strict>>>,
): Action {
  return {
    summary,
    form,
    act: (operations, actor, fields, signal) => act(operations, actor, parseInput(form, fields), signal),
  }
}

/** The actions of the dashboard, by the name of their form. */
export const actions = {
  start: define(
    'Start a run',
    StartForm,
    (operations, actor, { kind, gtin, language, repair, now, reason }) =>
      operations.start(actor, {
        kind,
        approved: false,
        ...(now !== undefined && { now: true }),
        ...(reason !== undefined && { reason }),
        ...(gtin !== undefined && { gtins: [gtin] }),
        ...(language !== undefined && { languages: [language] }),
        ...(repair !== undefined && { repair: true }),
      }),
  ),
  approve: define('Approve a plan, or a part of it', ApproveForm, (operations, actor, fields) => {
    const { run, now, reason, ...part } = fields
    return operations.approve(actor, run, partOf(part), { now, reason })
  }),
  cancel: define('Cancel a run, or discard its plan', RunForm, (operations, actor, { run }) =>
    operations.cancel(actor, run),
  ),
  undo: define('Undo a run', UndoForm, (operations, actor, { run, ...request }) =>
    operations.undo(actor, run, undefined, request),
  ),
  resolve: define('Decide about one record', ResolveForm, (operations, actor, fields, signal) => {
    const { gtin, language, ...decision } = fields
    return operations.resolve(actor, { gtin, language }, decision, signal)
  }),
  'resolve-many': define('Decide about many records', ResolveManyForm, (operations, actor, fields) => {
    const { records, ...decision } = fields
    return operations.resolveMany(actor, { records: toSelected(records) }, decision)
  }),
  pause: define('Pause the writes to the CMS', PauseForm, (operations, actor, pause) =>
    operations.pause(actor, pause),
  ),
  resume: define('End the pause', z.strictObject({}), (operations, actor) => operations.resume(actor)),
  retry: define('Release a record from quarantine', RecordForm, (operations, actor, record) =>
    operations.retry(actor, record),
  ),
} as const satisfies Record<string, Action>

export type ActionName = keyof typeof actions
