import { expect, test } from 'vitest'
import { createSharedCheck } from '../../src/partner/shared-check.ts'

function stage() {
  const runs: { signal: AbortSignal; end: PromiseWithResolvers<boolean> }[] = []
  const check = createSharedCheck((signal) => {
    const end = Promise.withResolvers<boolean>()
    signal.addEventListener('abort', () => end.reject(signal.reason))
    runs.push({ signal, end })
    return end.promise
  })
  return { runs, check }
}

test('a job that is aborted does not fail the others that share its check', async () => {
  const { runs, check } = stage()
  const [first, second] = [new AbortController(), new AbortController()]
  const [one, other] = [check(first.signal), check(second.signal)]
  first.abort(new Error('first job lost its lock'))
  await expect(one).rejects.toThrow('first job lost its lock')
  runs[0]?.end.resolve(true)
  expect(await other).toBe(true)
  expect(runs).toHaveLength(1)
})

test('a check stops with its last caller, and the next caller starts another one', async () => {
  const { runs, check } = stage()
  const job = new AbortController()
  const one = check(job.signal)
  job.abort(new Error('shutdown'))
  await expect(one).rejects.toThrow('shutdown')
  expect(runs[0]?.signal.aborted).toBe(true)
  const next = check(new AbortController().signal)
  runs[1]?.end.resolve(false)
  expect(await next).toBe(false)
})

test('a later caller gets a fresh result', async () => {
  const { runs, check } = stage()
  const { signal } = new AbortController()
  for (const result of [true, false]) {
    const checking = check(signal)
    runs.at(-1)?.end.resolve(result)
    expect(await checking).toBe(result)
  }
})
