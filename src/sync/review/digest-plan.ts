import { createHash } from 'node:crypto'
import type { Change } from '../../core/run/change.ts'
import { recordId } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import { walkPlan } from '../runs/walk-plan.ts'

const pageSize = 500

/** The digest of a stored plan. */
export async function digestPlan(deps: SyncDeps, runId: string): Promise<string> {
  const digest = createPlanDigest(deps)
  for await (const changes of walkPlan(deps.plans, runId, pageSize)) digest.add(changes)
  return digest.result()
}

/** One digest (SHA-256, base64url) over every change of a plan in its order, and the template, labels and map in use. */
export function createPlanDigest({ renderer }: SyncDeps) {
  const { publishIf } = renderer
  const hash = createHash('sha256').update(renderer.digest)
  if (publishIf.length > 0) hash.update(JSON.stringify(publishIf))
  return {
    add(changes: readonly Change[]): void {
      for (const change of changes) hash.update(`\n${lineOf(change)}`)
    },
    result: () => hash.digest('base64url'),
  }
}

/** The parts of a change that an approval covers, as one line. */
export function lineOf(change: Change): string {
  return JSON.stringify([
    recordId(change),
    change.kind,
    whatOf(change),
    'pageId' in change ? change.pageId : null,
  ])
}

function whatOf(change: Change): string {
  if (change.kind === 'revert') return change.undoes
  return change.kind === 'retire' ? change.reason : change.digest
}
