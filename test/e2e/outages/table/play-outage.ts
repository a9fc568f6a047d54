import type { FaultRule } from '../../../../src/mock/contracts/fault-rule.ts'
import { jsonOf } from '../../../helpers/world/cli.ts'
import { holdRequests } from '../../../helpers/sync/hold-requests.ts'
import type { RunReport } from '../../../../src/cli/json/run-report.ts'
import type { World } from '../../../helpers/world/mirror-world.ts'

export const upstreams = ['partner', 'cms'] as const
export const stages = ['start', 'start of a full mirror', 'planning', 'files', 'writing', 'finish'] as const

/** One cell of the table: an upstream that responds 502 for some seconds, from a stage of a sync on. */
export type Outage = {
  seconds: number
  upstream: (typeof upstreams)[number]
  stage: (typeof stages)[number]
  /** MAX_OUTAGE_SECONDS; 900 by default. */
  most?: number
}

export type Results = RunReport & {
  absent: number
  deferred: number
  quarantined: number
  notPlanned: number
  failure?: { cause: string; message: string }
}

export type Played = Outage & { code: number | null; report: Results; tookSeconds: number }

/** The first request of each stage, except for the start, before which the outage starts. */
const firstRequests: Readonly<
  Record<string, Pick<FaultRule, 'side'> & { path: string; after?: number; holds?: string }>
> = {
  planning: { side: 'partner', path: '/product', after: 5 },
  files: { side: 'cms', path: '/cms/v2/media', after: 1 },
  // A record's slug; the pages above have others.
  writing: { side: 'cms', path: '/batch/v1', holds: '"gtin-' },
  // The batches before create these pages: the root and, below it, those of the languages.
  finish: { side: 'cms', path: '/batch/v1', holds: 'mirror-language', after: 1 },
}

/** Plays an outage against a sync in a separate process, and returns how it ended. */
export async function playOutage(world: World, outage: Outage): Promise<Played> {
  const { seconds, upstream, stage, most = 900 } = outage
  const isDown = (): Promise<unknown> =>
    world.mock.faults([{ side: upstream, kind: 'status', status: 502, until: seconds * 1000 }])
  const first = firstRequests[stage]
  const reached = first && (await holdRequests(world.mock, first))
  if (first === undefined) await isDown()
  const startedAt = performance.now()
  const sync = world.spawnWith({ MAX_OUTAGE_SECONDS: String(most) }, 'sync', '--json')
  if (reached !== undefined) {
    const ended = sync.ended.then(({ stdout, stderr }) => {
      throw new Error(`The sync ended before ${stage}:\n${stdout}${stderr}`)
    })
    await Promise.race([reached(), ended])
    ended.catch(() => undefined)
    await isDown()
  }
  const ended = await sync.ended
  const tookSeconds = Math.round((performance.now() - startedAt) / 1000)
  await world.mock.clearFaults()
  return { ...outage, code: ended.code, report: jsonOf(ended) as Results, tookSeconds }
}

/** The records of a report that have an outcome. */
export function sumOf(report: Results): number {
  const { created, updated, restored, retired, unchanged, kept, absent, held, deferred, quarantined } = report
  const known = created + updated + restored + retired + unchanged
  const left = kept + absent + held + deferred + quarantined
  return known + left + report.failed + report.notPlanned
}

/** The exit code that belongs to the report, judged by its counts alone. */
export function codeOf({ state, failed, notPlanned, media, failure }: Results): number {
  if (state === 'failed') return failure?.cause === 'partner' ? 5 : 6
  // Without the files of a server that did not respond, a run is partial.
  return failed + notPlanned + media.failed > 0 ? 3 : 0
}

/** The played outages as a Markdown table. */
export function toTable(played: readonly Played[]): string {
  const rows = played.map(({ seconds, upstream, stage, most = 900, code, report, tookSeconds }) => {
    const { records, created, unchanged, failed, notPlanned, media } = report
    const counts = [records, created, unchanged, failed, notPlanned, sumOf(report), media.failed]
    const cells = [`${seconds} s`, upstream, stage, `${most} s`, report.state, code, ...counts]
    return `| ${[...cells, `${tookSeconds} s`, report.failure?.message ?? ''].join(' | ')} |`
  })
  const head =
    'outage | upstream | stage | MAX_OUTAGE | state | exit | scope | created | unchanged | failed | not planned | sum | files failed | took | failure'
  return [`| ${head} |`, `|${' --- |'.repeat(head.split('|').length)}`, ...rows].join('\n')
}
