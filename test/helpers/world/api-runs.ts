import { expect, vi } from 'vitest'
import type { Run } from '../../../src/core/run/run.ts'
import { patiently } from '../hang.ts'
import { ask } from './daemon.ts'

/** Final states of a run. */
const final: ReadonlySet<Run['state']> = new Set(['done', 'partial', 'failed', 'cancelled'])

/** Starts a run over a daemon's API and returns its id. */
export async function startRun(url: string, scope?: object): Promise<string> {
  const { status, body } = await ask('POST', `${url}/api/runs`, scope)
  expect({ status, body }).toMatchObject({
    status: 202,
    body: { run: { state: 'planning', trigger: 'api' } },
  })
  return body.run?.id ?? ''
}

/** Waits until a run has this state and returns it. Fails if the run ends with another one. */
export async function untilState(
  url: string,
  runId: string,
  state: Run['state'] = 'done',
  patience = patiently,
) {
  const reached = await vi.waitFor(async () => {
    const { run } = (await ask('GET', `${url}/api/runs/${runId}`)).body
    if (run === undefined || (run.state !== state && !final.has(run.state)))
      throw new Error(`Run ${runId} is ${run?.state ?? 'unknown'}, not ${state}.`)
    return run
  }, patience)
  expect(reached).toMatchObject({ state })
  return reached
}
