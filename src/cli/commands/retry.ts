import { adviceText } from '../../core/reasons/command.ts'
import { recordId } from '../../core/record/record.ts'
import { retryFailing } from '../../sync/decisions/list-failing.ts'
import { assertRecord } from '../shared/assert-record.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { recordAuditEntry } from '../shared/record-audit-entry.ts'
import { withStore } from '../shared/with-store.ts'
import { print } from '../terminal/print.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

const shown = 20

/** Releases all records from quarantine, or those of one product, or one, and lists them. */
export async function retryRecords(
  env: NodeJS.ProcessEnv,
  gtin?: string,
  language?: string,
): Promise<number> {
  assertRecord(gtin, language)
  return withStore(env, async (stored) => {
    const scope = { ...(gtin && { gtin }), ...(language && { language }) }
    const released = await retryFailing(stored, scope)
    const [result = '', ...records] = toLines(released.map(recordId), gtin)
    await recordAuditEntry(stored, {
      action: 'retry',
      subject: Object.values(scope).join('/') || 'the whole quarantine',
      done: released.length > 0,
      result,
    })
    print([result, ...records])
    return exitCodes.done
  })
}

function toLines(released: string[], gtin: string | undefined): string[] {
  const [first] = released
  if (first === undefined) {
    const what = gtin === undefined ? 'No record is' : `No such record of product ${gtin} is`
    const text = `${what} in quarantine. To list failing records`
    return [adviceText({ text, argv: ['status', '--failing'] }, namedMirror())]
  }
  if (released.length === 1) return [`${first} left quarantine; the next run fetches it.`]
  const more = released.length > shown ? [`  … and ${released.length - shown} more`] : []
  const head = `${released.length} records left quarantine; the next run fetches them.`
  return [head, ...released.slice(0, shown).map((id) => `  ${id}`), ...more]
}
