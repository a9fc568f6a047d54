import { expect, vi } from 'vitest'
import { OutcomeUnknownError } from '../../../src/lib/errors.ts'
import { sendBatches } from '../../../src/sync/batches/send-batches.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { patiently } from '../../helpers/hang.ts'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import { writeGraceMs } from '../../helpers/sync/sync-deps.ts'
import { go, inputOf, plan, startWriting } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { recordRequests } from '../../helpers/world/record-requests.ts'

const test = withMirror({ gtins: 100, mirror: { writesInFlight: 3 } })

test('a job of a hundred pages sends as many batches at a time as may be in flight', async ({
  stage,
  mirror,
}) => {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  await holdRequests(stage.mock, { side: 'cms', path: '/batch/v1' })
  const wire = recordRequests(stage.mock.origin)
  const writing = writePages(mirror, input, go)
  await vi.waitFor(() => expect(wire.batches()).toHaveLength(3), patiently)
  await stage.mock.clearFaults()
  expect(await writing).toMatchObject({ waitMs: 0, written: 100 })
  wire.stop()
  expect(wire.batches().map(({ length }) => length)).toEqual([25, 25, 25, 25])
})

test('an item is sent once, however many batches may be in flight', async ({ mirror }) => {
  const { runId } = await plan(mirror)
  const sent: number[][] = []
  const delivery = {
    runId,
    items: [1],
    idOf: String,
    send: async (batch: readonly number[]) => void sent.push([...batch]),
    acknowledge: async () => {},
    giveUp: async () => {},
  }
  expect(await sendBatches(mirror, delivery, go)).toMatchObject({ waitMs: 0 })
  expect(sent).toEqual([[1]])
})

test('items of a lost batch are sent again one batch at a time', async ({ mirror }) => {
  const { runId } = await plan(mirror)
  let [sent, now, most] = [0, 0, 0]
  const delivery = {
    runId,
    items: Array.from({ length: 100 }, (_, item) => item),
    idOf: String,
    async send() {
      most = Math.max(most, ++now)
      await new Promise(setImmediate)
      now--
      if (++sent <= 4) throw new OutcomeUnknownError('the connection was reset')
    },
    acknowledge: async () => {},
    giveUp: async () => {},
  }
  expect(await sendBatches(mirror, delivery, go)).toMatchObject({ waitMs: writeGraceMs })
  expect({ sent, most }).toEqual({ sent: 4, most: 3 })
  // After four failures, all jobs of the process together send one batch at a time.
  most = 0
  await Promise.all([1, 2, 3].map(() => mirror.writesInFlight.inTurn(() => delivery.send())))
  expect({ sent, most }).toEqual({ sent: 7, most: 1 })

  for (let answers = 0; answers < 9; answers++) mirror.writesInFlight.answered()
  most = 0
  expect(await sendBatches(mirror, delivery, go)).toMatchObject({ waitMs: 0 })
  expect({ sent, most }).toEqual({ sent: 11, most: 1 })
})

test('if a response cannot be stored, the job fails after the responses to its other batches', async ({
  mirror,
}) => {
  const { runId } = await plan(mirror)
  const answers = Array.from({ length: 8 }, () => Promise.withResolvers<void>())
  let sent = 0
  let acknowledged = 0
  const delivery = {
    runId,
    items: Array.from({ length: 200 }, (_, item) => item),
    idOf: String,
    send: async () => answers[sent++]?.promise,
    async acknowledge() {
      if (++acknowledged === 1) throw new Error('Redis is away')
    },
    giveUp: async () => {},
  }
  let ended = false
  const sending = sendBatches(mirror, delivery, go)
    .catch(String)
    .finally(() => (ended = true))
  await vi.waitFor(() => expect(sent).toBe(3), patiently)
  answers[0]?.resolve()
  // The fourth batch took the place of the first.
  await vi.waitFor(() => expect({ sent, acknowledged }).toEqual({ sent: 4, acknowledged: 1 }), patiently)
  for (const count of [2, 3]) {
    answers[count - 1]?.resolve()
    await vi.waitFor(() => expect(acknowledged).toBe(count), patiently)
  }
  expect(ended).toBe(false)
  answers[3]?.resolve()
  expect(await sending).toBe('Error: Redis is away')
  expect({ sent, acknowledged }).toEqual({ sent: 4, acknowledged: 4 })
})

test('the next batch is sent while the responses to one are stored', async ({ mirror }) => {
  const { runId } = await plan(mirror)
  const stored = Promise.withResolvers<void>()
  let sent = 0
  const delivery = {
    runId,
    items: Array.from({ length: 100 }, (_, item) => item),
    idOf: String,
    send: async () => void sent++,
    acknowledge: () => stored.promise,
    giveUp: async () => {},
  }
  const sending = sendBatches(mirror, delivery, go)
  await vi.waitFor(() => expect(sent).toBe(4), patiently)
  stored.resolve()
  expect(await sending).toMatchObject({ waitMs: 0 })
  expect(sent).toBe(4)
})
