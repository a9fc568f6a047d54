import { onTestFinished } from 'vitest'
import { openWorld, type World } from '../../helpers/world/mirror-world.ts'
import { startRun, untilState } from '../../helpers/world/api-runs.ts'
import { type HostilePartner, language } from './hostile-partner.ts'
import type { Run } from '../../../src/core/run/run.ts'
import type { RunReport } from '../../../src/ops/live/run-report.ts'

/** The result of a daemon's run with a hostile partner. */
export type HostileRun = {
  run: RunReport
  /** The reason of each failed record, by GTIN. */
  failed: ReadonlyMap<string, string>
  world: World
}

type Outcome = { gtin: string; reason?: string }

/** Mirrors a hostile partner once with a real daemon. `state` is the expected final state. */
export async function mirrorHostile(partner: HostilePartner, state: Run['state']): Promise<HostileRun> {
  const world = await openWorld({ gtins: 1, languages: [language], env: { PARTNER_BASE_URL: partner.url } })
  await world.listGtins(partner.gtins)
  const daemon = world.spawnDaemon()
  onTestFinished(() => world.close())
  const url = await daemon.ready()
  const runId = await startRun(url)
  const run = await untilState(url, runId, state)
  const response = await fetch(`${url}/api/runs/${runId}?outcomes=failed&limit=1000`)
  const { outcomes = [] } = (await response.json()) as { outcomes?: Outcome[] }
  await daemon.stop()
  const failed = new Map(outcomes.map(({ gtin, reason = '' }) => [gtin, reason]))
  return { run, failed, world }
}
