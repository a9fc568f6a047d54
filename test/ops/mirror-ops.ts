import { createHistory } from '../../src/store/runs/history.ts'
import type { OpsControl, OpsDeps } from '../../src/ops/deps.ts'
import {
  findDecisions,
  listOpenDecisions,
  readOpenDecision,
  readOpenDecisions,
} from '../../src/sync/decisions/list-decisions.ts'
import { listFailing, retryFailing } from '../../src/sync/decisions/list-failing.ts'
import { readFacts } from '../../src/sync/decisions/read-facts.ts'
import { readHealth } from '../../src/sync/decisions/read-health.ts'
import { readStates } from '../../src/sync/decisions/read-states.ts'
import { readHistory } from '../../src/sync/runs/read-history.ts'
import { resolveMany } from '../../src/sync/decisions/resolve-many.ts'
import { resolveRecord } from '../../src/sync/decisions/resolve-record.ts'
import type { Mirror, Stage } from '../helpers/sync/sync-deps.ts'
import { apply, plan } from '../helpers/sync/sync-run.ts'

/** The deps of a server that shows this mirror. A requested run is complete before its response. */
export function depsOfMirror(stage: Stage, mirror: Mirror, control: OpsControl): Partial<OpsDeps> {
  const known = { ...mirror, history: createHistory(stage.redis, mirror.keys) }
  return {
    runs: mirror.runs,
    plans: mirror.plans,
    undo: mirror.undo,
    snapshots: mirror.snapshots,
    findings: mirror.findings,
    tables: mirror,
    states: { read: () => readStates(mirror), facts: (records) => readFacts(mirror, records) },
    partner: mirror.partner,
    cms: mirror.cms,
    failing: {
      list: (limit) => listFailing(mirror, limit),
      retry: (record) => retryFailing(mirror, record),
    },
    decisions: {
      list: (limit, filter) => listOpenDecisions(mirror, limit, filter),
      find: (filter) => findDecisions(mirror, filter),
      readMany: (records) => readOpenDecisions(mirror, records),
      read: (record) => readOpenDecision(mirror, record),
      resolve: (record, decision, signal) => resolveRecord(mirror, record, decision, signal),
      resolveMany: (records, decision, signal) => resolveMany(mirror, records, decision, signal),
    },
    readHealth: async () => ({ ...(await readHealth(mirror)), due: undefined }),
    history: (gtin, language) => readHistory(known, gtin, language, mirror.now()),
    control: {
      ...control,
      async start({ kind, scope }) {
        const { runId } = await plan(mirror, kind, scope)
        return { ok: true, run: (await apply(mirror, runId)).run }
      },
    },
  }
}
