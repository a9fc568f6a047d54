import { recordId } from '../../core/record/record.ts'
import { createTables } from '../../store/formats/tables.ts'
import { retryFailing } from '../../sync/decisions/list-failing.ts'
import { assertRecord } from '../shared/assert-record.ts'
import { recordAuditEntry } from '../shared/record-audit-entry.ts'
import { withStore } from '../shared/with-store.ts'

const shown = 20

/** Takes all records out of quarantine, or those of one product, or one; prints which. */
export async function retryRecords(
  env: NodeJS.ProcessEnv,
  gtin?: string,
  language?: string,
): Promise<number> {
  assertRecord(gtin, language)
  return withStore(env, async (store, log) => {
    const { redis, keys } = store
    const { failing } = createTables(redis, keys)
    const freed = await retryFailing({ failing }, { ...(gtin && { gtin }), ...(language && { language }) })
    const lines = toLines(freed.map(recordId), gtin)
    await recordAuditEntry(store, log, {
      action: 'retry',
      subject: [gtin, language].filter((part) => part !== undefined).join('/') || 'the whole quarantine',
      done: freed.length > 0,
      result: lines[0] ?? '',
    })
    process.stdout.write(`${lines.join('\n')}\n`)
    return 0
  })
}

function toLines(freed: string[], gtin: string | undefined): string[] {
  const [first] = freed
  if (first === undefined) {
    const what = gtin === undefined ? 'No record is' : `No record of product ${gtin} that was asked for is`
    return [`${what} in quarantine. What fails: product-mirror status --failing`]
  }
  if (freed.length === 1) return [`${first} is out of quarantine: the next run asks for it.`]
  const more = freed.length > shown ? [`  … and ${freed.length - shown} more`] : []
  const head = `${freed.length} records are out of quarantine: the next run asks for them.`
  return [head, ...freed.slice(0, shown).map((id) => `  ${id}`), ...more]
}
