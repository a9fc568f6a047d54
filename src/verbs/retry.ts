import { recordId } from '../core/record.ts'
import { createTable } from '../store/table.ts'
import type { Failing } from '../core/failing.ts'
import { retryFailing } from '../sync/quarantine-list.ts'
import { assertRecord } from './assert-record.ts'
import { withStore } from './with-store.ts'

const shown = 20

/** Takes all records out of quarantine, or those of one product, or one; prints which. */
export async function retryRecords(
  env: NodeJS.ProcessEnv,
  gtin?: string,
  language?: string,
): Promise<number> {
  assertRecord(gtin, language)
  return withStore(env, async ({ redis, keys }) => {
    const failing = createTable<Failing>(redis, keys.failing)
    const freed = await retryFailing({ failing }, { ...(gtin && { gtin }), ...(language && { language }) })
    process.stdout.write(`${toLines(freed.map(recordId), gtin).join('\n')}\n`)
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
