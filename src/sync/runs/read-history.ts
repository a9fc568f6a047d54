import { historyDays, type ProductHistory } from '../../core/report/history.ts'
import { withValues } from '../../lib/chunks.ts'
import type { Stores } from '../../store/stores.ts'

/** Reads the last 90 days of a product, in one language or in all known ones. */
export async function readHistory(
  { history, snapshots, runs }: Stores,
  gtin: string,
  language: string | undefined,
  now: Date,
): Promise<ProductHistory> {
  const languages = await snapshots.languages()
  // A record that never got a page has a history too; the last runs list its possible languages.
  const tried = language === undefined ? (await runs.list(20)).flatMap((run) => run.languages) : [language]
  const asked = language === undefined ? [...new Set([...languages, ...tried])].sort() : tried
  const keys = asked.map((code) => ({ gtin, language: code }))
  const since = new Date(now.getTime() - historyDays * 24 * 3600 * 1000)
  const [found, entries] = await Promise.all([snapshots.read(keys), history.read(keys, since)])
  const pages = withValues(keys, found).map(([key, snapshot]) => {
    const { pageId, state, digest, runId, writtenAt } = snapshot
    return { ...key, pageId, state, digest, runId, writtenAt }
  })
  return { pages, entries, languages }
}
