import { plainText } from '../../core/report/reasons/reason-text.ts'
import { countOf } from '../../core/text/format.ts'
import type { Run } from '../../core/run/run.ts'
import type { SyncDeps } from '../deps.ts'

/**
 * Why the partner's responses prove nothing about any record of a run; undefined if they are reliable. `planned` and
 * `absent` are numbers of records.
 */
export async function findPartnerFailure(
  deps: SyncDeps,
  run: Run,
  counts: { planned: number; absent: number },
): Promise<Run['failure']> {
  const message = (await whyUnread(deps, run.id)) ?? (await whyAllAbsent(deps, run, counts))
  return message === undefined ? undefined : { cause: 'partner', message }
}

/** The run requested records but could read none. */
async function whyUnread({ runs }: SyncDeps, runId: string): Promise<string | undefined> {
  const { unread = 0, read = 0 } = await runs.progress(runId)
  if (unread === 0 || read > 0) return undefined
  for await (const outcomes of runs.scanOutcomes(runId))
    for (const { result, reasons } of outcomes)
      if (result === 'failed') return `None of the records could be read: ${plainText(reasons)}`
  return undefined
}

/**
 * The partner has none of several products in a full run, for example because a gateway lost its route. All misses in
 * the languages of the run are cleared.
 */
async function whyAllAbsent(
  { runs, snapshots }: SyncDeps,
  { id, kind, scope, languages }: Run,
  { planned, absent }: { planned: number; absent: number },
): Promise<string | undefined> {
  // A single product may have been withdrawn.
  if (scope.gtins !== undefined || absent <= languages.length) return undefined
  let skipped = 0
  for await (const outcomes of runs.scanOutcomes(id)) skipped += outcomes.length
  if (absent + skipped < planned) return undefined
  if (kind === 'sync')
    for (const language of languages) {
      const { missed } = await snapshots.gtins(language)
      await snapshots.clearMisses(missed.map((gtin) => ({ gtin, language })))
    }
  return `The partner responded 404 or 410 to each of ${countOf(absent, 'record')}, so this run proves nothing about them and retires none. Check PARTNER_BASE_URL, and inform the partner. Remove products that no longer exist from the catalogue.`
}
