import { expect, test } from 'vitest'
import { createNotifier } from '../../../src/ops/notices/notify.ts'
import { createSentNotices } from '../../../src/store/fleet/sent-notices.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import type { Posting } from '../../../src/sync/ports/stored.ts'
import { aRun, startOps } from '../start-ops.ts'

test('a notice of one of several mirrors names it in its command, for programs and in chats', async () => {
  const ops = await startOps()
  const sent = createSentNotices(ops.redis, createKeys('brand-a'))
  const postings: Posting[] = []
  const notify = createNotifier({
    mirror: 'brand-a',
    namedMirror: 'brand-a',
    receivers: [
      { url: 'https://hooks.example/json', format: 'json' },
      { url: 'https://hooks.example/chat', format: 'chat' },
    ],
    runs: ops.runs,
    sent,
    countWaiting: async () => 0,
    publicUrl: 'https://ops.example/m/brand-a',
    enqueue: async (some) => void postings.push(...some),
    withdraw: async () => {},
    log: ops.deps.log,
    now: () => new Date('2026-11-20T05:01:30Z'),
  })
  await notify(aRun({ state: 'failed', failure: { cause: 'cms', message: 'no answer' } }))
  const [json, chat] = postings.map(({ body }) => JSON.parse(body) as unknown)
  expect(json).toMatchObject({
    data: {
      command: 'product-mirror doctor --mirror brand-a',
      link: 'https://ops.example/m/brand-a/runs/2026-11-20-1',
    },
  })
  expect(chat).toEqual({
    text: expect.stringContaining(
      'Run: product-mirror doctor --mirror brand-a\nhttps://ops.example/m/brand-a/runs/',
    ),
  })
  await ops.close()
})
