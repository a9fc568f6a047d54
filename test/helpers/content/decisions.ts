import type { Choice } from '../../../src/core/decisions/decision.ts'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { readOpenDecision } from '../../../src/sync/decisions/list-decisions.ts'
import { resolveRecord } from '../../../src/sync/decisions/resolve-record.ts'
import type { Mirror, Stage } from '../sync/sync-deps.ts'
import { go, only, sync } from '../sync/sync-run.ts'

/** One mirrored record, with actions of editors and the partner. */
export function openDecisions(stage: Stage, mirror: Mirror) {
  const key: RecordKey = { gtin: mirror.listed[0] ?? '', language: 'de-de' }
  const partner = (fields: Record<string, unknown>) => stage.mock.patchProduct(key.gtin, 'de-de', fields)
  const editor = async (fields: Record<string, unknown>) =>
    stage.editor.edit((await stage.editor.page(key)).id, fields)
  const outcome = async () => only((await sync(mirror)).outcomes)
  return {
    key,
    partner,
    editor,
    /** The outcome of the record in the next run. */
    outcome,
    title: async () => (await stage.editor.page(key)).title.raw,
    waiting: () => readOpenDecision(mirror, key),
    say: (choice: Choice, reason?: string) =>
      resolveRecord(mirror, key, { choice, by: 'olive', ...(reason !== undefined && { reason }) }, go),
    /** Editor and partner both change the title, and a run detects the conflict. */
    async conflict() {
      await editor({ title: 'Vom Redakteur' })
      await partner({ name: 'Neues Band' })
      return outcome()
    },
  }
}
