import { because } from '../../helpers/content/reason-of.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createNotifier, type NotifierDeps } from '../../../src/ops/notices/notify.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { createRuns } from '../../../src/store/runs/runs.ts'
import { createSentNotices } from '../../../src/store/fleet/sent-notices.ts'
import type { Posting } from '../../../src/sync/ports/stored.ts'
import type { Run } from '../../../src/core/run/run.ts'
import { notifyMissedEnd } from '../../../src/sync/runs/finish-run.ts'
import { aHeldRun, aRun, gtin, startOps } from '../start-ops.ts'
import { refusedFor } from '../../helpers/sync/guards.ts'

let ops: Awaited<ReturnType<typeof startOps>>
let postings: Posting[]
let withdrawn: string[]
let waiting = 0
let mirrors = 0
let runs: ReturnType<typeof createRuns>
let tell: (run: Run) => Promise<void>
beforeAll(async () => {
  ops = await startOps()
})
afterAll(() => ops.close())

/** The notifier of a process, whose state is in Redis. */
function open(replaced: Partial<NotifierDeps> = {}) {
  const keys = createKeys(`mirror-${mirrors}`)
  runs = createRuns(ops.redis, keys)
  return createNotifier({
    mirror: 'shop',
    receivers: [{ url: 'https://hooks.example/secret-path', format: 'json' }],
    runs,
    sent: createSentNotices(ops.redis, keys),
    countWaiting: async () => waiting,
    enqueue: async (some) => void postings.push(...some),
    withdraw: async (some) => void withdrawn.push(...some.map(({ id }) => id)),
    log: ops.deps.log,
    now: () => new Date('2026-11-20T05:01:30Z'),
    ...replaced,
  })
}

beforeEach(() => {
  mirrors++
  postings = []
  withdrawn = []
  waiting = 0
  tell = open()
})

const told = () => postings.map(({ body }) => (JSON.parse(body) as { type: string }).type)
const messages = () =>
  postings.map(({ body }) => (JSON.parse(body) as { data: { message: string } }).data.message)

let made = 0
const run = (patch: Partial<Run> = {}) => aRun({ id: `2026-11-20-${++made}`, ...patch })
const failure = (message: string) => ({ state: 'failed', failure: { cause: 'cms', message } }) as const
const quarantined = (count: number) => ({ ...aRun().counts, failed: 0, quarantined: count })
const over = () => run({ counts: quarantined(0) })

/** A partial run with these failed records, by language. */
async function partial(reasons: Record<string, string>): Promise<Run> {
  const ended = run({ state: 'partial' })
  const failed = Object.entries(reasons).map(
    ([language, reason]) => ({ language, result: 'failed', reasons: because(reason) }) as const,
  )
  const outcomes = [
    ...failed,
    { language: 'fr', result: 'kept', reasons: because('the editor changed it') } as const,
  ]
  await runs.saveOutcomes(
    ended.id,
    outcomes.map((outcome) => ({ gtin, ...outcome })),
  )
  return ended
}

async function store(kept: Run): Promise<Run> {
  await runs.begin({ ...kept, state: 'writing' })
  await runs.update(kept.id, { state: kept.state })
  return kept
}

test('the next process sends the notice of a killed process, once', async () => {
  const again = () => notifyMissedEnd({ ...ops.deps, runs, notify: tell })
  await store(await partial({ de: 'the name came blank' }))
  await store(run({ scope: { gtins: [gtin] } }))
  await again()
  await again()
  expect(told()).toEqual(['run.partial'])
  await store(over())
  await again()
  await again()
  expect(told()).toEqual(['run.partial', 'run.recovered'])
  await store(run({ ...aHeldRun(), id: '2026-11-20-90' }))
  await again()
  await again()
  expect(told()).toEqual(['run.partial', 'run.recovered', 'run.held'])
  await store(run({ ...aHeldRun(), id: '2026-11-20-91', refusal: refusedFor('the CMS has changed') }))
  await again()
  expect(told()).toHaveLength(3)
})

test('a run without problems sends no notice', async () => {
  await tell(over())
  expect(told()).toEqual([])
})

test('the same failure is sent once, a different one again, and then that the problem has ended', async () => {
  await tell(run(failure('no answer after 31 s')))
  await tell(run(failure('no answer after 30 s')))
  await tell(run(failure('it refuses the password')))
  await tell(over())
  await tell(over())
  expect(told()).toEqual(['run.failed', 'run.failed', 'run.recovered'])
  expect(messages()[2]).toMatch(/Resolved: run 2026-11-20-\d+ had failed\.$/)
})

test('a recovery is sent only when no run waits, and a problem that returned in the meantime is sent again', async () => {
  await tell(run(failure('no answer')))
  waiting = 5
  await tell(over())
  expect(told()).toEqual(['run.failed'])
  await tell(run(failure('no answer')))
  await tell(over())
  expect(told()).toEqual(['run.failed', 'run.failed'])
  waiting = 0
  await tell(over())
  await tell(over())
  expect(told()).toEqual(['run.failed', 'run.failed', 'run.recovered'])
})

test('an undelivered notice is withdrawn when its problem ends', async () => {
  await tell(run({ id: '2026-11-20-1', ...failure('no answer') }))
  await tell(over())
  expect(withdrawn).toEqual([postings[0]?.id])
})

test('the next process knows which notices were sent', async () => {
  await tell(run(failure('no answer')))
  await open()(run(failure('no answer')))
  await open()(over())
  expect(told()).toEqual(['run.failed', 'run.recovered'])
})

test('a partial run is sent with its reasons, and again when other records fail', async () => {
  await tell(await partial({ de: 'no answer after 3 s', en: 'no answer after 4 s' }))
  await tell(await partial({ de: 'no answer after 5 s', en: 'no answer after 6 s' }))
  await tell(await partial({ de: 'no answer after 5 s' }))
  await tell(over())
  expect(told()).toEqual(['run.partial', 'run.partial', 'run.recovered'])
  expect(messages()[0]).toContain('Reasons: 2 × no answer after 3 s.')
  expect(messages()[0]).not.toContain('editor')
})

test('a problem does not end while records are in quarantine', async () => {
  await tell(await partial({ de: 'no answer' }))
  await tell(run({ counts: quarantined(1) }))
  expect(told()).toEqual(['run.partial'])
  await tell(over())
  expect(told()).toEqual(['run.partial', 'run.recovered'])
})

test('a failed partial run is sent, and does not end a problem of the whole mirror', async () => {
  const scope = { gtins: [gtin] }
  await tell(run(failure('no answer')))
  await tell(run({ scope, counts: quarantined(0) }))
  await tell(run({ scope, ...failure('no answer') }))
  await tell(over())
  expect(told()).toEqual(['run.failed', 'run.failed', 'run.recovered'])
})

test('a held plan is sent once however often the schedule creates it, and again when it changes', async () => {
  const first = await store(aHeldRun({ id: '2026-11-21-1', planDigest: 'a', state: 'superseded' }))
  const by = await store(run({ state: 'planning' }))
  await tell({ ...first, state: 'held' })
  await tell({ ...first, supersededBy: by.id })
  await tell(aHeldRun({ id: '2026-11-21-2', planDigest: 'a' }))
  expect(told()).toEqual(['run.held'])
  await tell(aHeldRun({ id: '2026-11-21-3', planDigest: 'b' }))
  await tell(over())
  expect(told()).toEqual(['run.held', 'run.held', 'run.recovered'])
})

test('a plan that an operator cancelled is sent again when the next run creates it', async () => {
  const dropped = await store(aHeldRun({ id: '2026-11-21-4', planDigest: 'a', state: 'cancelled' }))
  await tell({ ...dropped, state: 'held' })
  await tell(aHeldRun({ id: '2026-11-21-5', planDigest: 'a' }))
  expect(told()).toEqual(['run.held', 'run.held'])
})

test('a later problem of the same subject replaces the earlier one', async () => {
  await tell(aHeldRun({ id: '2026-11-21-6', planDigest: 'a' }))
  await tell(await partial({ de: 'no answer' }))
  await tell(over())
  await tell(run({ kind: 'verify', ...failure('no answer') }))
  await tell(run({ kind: 'verify', findings: { edited: 1 } }))
  await tell(run({ kind: 'verify', findings: {}, counts: quarantined(0) }))
  const ends = messages().filter((message) => message.includes('Resolved: '))
  expect(ends).toEqual([
    expect.stringMatching(/Resolved: run \S+ had finished only in part\.$/),
    expect.stringMatching(/Resolved: run \S+ had found drift\.$/),
  ])
})

test('the first receiver gets a problem that started before it was configured', async () => {
  await open({ receivers: [] })(run(failure('no answer')))
  await tell(run(failure('no answer')))
  expect(told()).toEqual(['run.failed'])
})

test('a notice is sent when a partial run supersedes a plan, because no other notice reports it', async () => {
  const by = await store(run({ state: 'planning', scope: { gtins: [gtin] } }))
  await tell(aHeldRun({ state: 'superseded', supersededBy: by.id }))
  expect(told()).toEqual(['run.superseded'])
})

test('every rejected approval is sent with a separate id', async () => {
  let now = 0
  const refused = open({ now: () => new Date(now++) })
  await refused(aHeldRun({ refusal: refusedFor('It moved.') }))
  await refused(aHeldRun({ refusal: refusedFor('It moved.') }))
  expect(new Set(postings.map(({ id }) => id)).size).toBe(2)
})

test('drift ends when a verify finds none', async () => {
  await tell(run({ kind: 'verify', findings: { edited: 2 } }))
  await tell(over())
  await tell(run({ kind: 'verify', findings: {}, counts: quarantined(0) }))
  expect(told()).toEqual(['run.drift', 'run.recovered'])
})

test('each receiver gets its own format, and no URL is stored', async () => {
  const receivers = [
    { url: 'https://hooks.example/secret-path', format: 'json' },
    { url: 'https://hooks.example/other-secret', format: 'chat' },
  ] as const
  await open({ receivers })(run({ id: '2026-11-20-1', ...failure('no answer') }))
  const [json, chat] = postings
  expect(JSON.parse(chat?.body ?? '')).toEqual({
    text: '[shop] failed: Run 2026-11-20-1 failed: no answer\nCheck the CMS; the next run does the rest. Run: product-mirror doctor',
  })
  expect(chat?.receiver).not.toBe(json?.receiver)
  expect(chat?.id).toBe('shop-2026-11-20-1-failed')
  expect(JSON.stringify(postings)).not.toContain('secret')
})

test('a run ends when its notice cannot be queued, and the next run sends it', async () => {
  const broken = open({ enqueue: async () => Promise.reject(new Error('READONLY')) })
  await broken(run(failure('no answer')))
  await tell(run(failure('no answer')))
  expect(told()).toEqual(['run.failed'])
})
