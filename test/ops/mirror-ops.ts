import type { OpsDeps } from '../../src/ops/deps.ts'
import type { Mirror } from '../helpers/sync/sync-deps.ts'
import { apply, plan } from '../helpers/sync/sync-run.ts'

/** The deps of a server that shows this mirror. A requested run is complete before its response. */
export function depsOfMirror(mirror: Mirror, { audit, control }: OpsDeps): Partial<OpsDeps> {
  return {
    ...mirror,
    audit,
    control: {
      ...control,
      async start({ kind, scope }) {
        const { runId } = await plan(mirror, kind, scope)
        return { ok: true, run: (await apply(mirror, runId)).run }
      },
    },
  }
}
