import { test } from 'vitest'
import { opsApp, startOps, type Replaced } from '../ops/start-ops.ts'

export type Ops = Awaited<ReturnType<typeof startOps>>

/**
 * Tests of a file that share the stores (`ops`) and a server over them (`app`). `prepare` fills the stores and may
 * return deps that replace the plain ones.
 */
export function withOps(prepare?: (ops: Ops) => Promise<Replaced | undefined>) {
  return test
    .extend('stage', { scope: 'file' }, async ({}, { onCleanup }) => {
      const ops = await startOps()
      const app = opsApp(ops.deps, await prepare?.(ops))
      onCleanup(async () => {
        await app.close()
        await ops.close()
      })
      return { ops, app }
    })
    .extend('ops', { scope: 'file' }, ({ stage }) => stage.ops)
    .extend('app', { scope: 'file' }, ({ stage }) => stage.app)
}
