import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordId, type RecordKey } from '../../../src/core/record/record.ts'
import { assertFormats } from '../../../src/store/versions/check-formats.ts'
import { createAudit } from '../../../src/store/runs/audit.ts'
import { createHistory } from '../../../src/store/runs/history.ts'
import { createSentNotices } from '../../../src/store/fleet/sent-notices.ts'
import { listOpenDecisions } from '../../../src/sync/decisions/list-decisions.ts'
import { approveRun } from '../../../src/sync/runs/begin-run.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { outcomesOf, snapshotOf } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { findingsOf } from '../../helpers/sync/verify-run.ts'
import { loadKeys, type DumpedKey } from './dump.ts'
import { carryOut, wholeRun } from './whole-run.ts'
import { liveThrough, menuId, mirrorId, openUpgradeWorld, type UpgradeWorld } from './world.ts'

type Runs = Awaited<ReturnType<typeof liveThrough>>
type Fixture = { gtins: string[]; runs: Runs; keys: DumpedKey[] }

// The data that the version of 28 November stored; frozen, since no later code can make it again.
const file = new URL('fixtures/stored-v2.json', import.meta.url)

let world: UpgradeWorld
let fixture: Fixture
let mirror: Mirror
let rehearsals = 0
beforeAll(async () => {
  world = await openUpgradeWorld()
  fixture = JSON.parse(await readFile(file, 'utf8')) as Fixture
  await restage()
})
beforeEach(async () => {
  await loadFixture()
  mirror = world.openMirror(mirrorId)
  await assertFormats(world.redis, mirror.keys)
  mirror.pass(4 * 3600_000)
})
afterAll(() => world.close())

async function loadFixture(): Promise<void> {
  const left = await world.redis.keys(`pm:${mirrorId}:*`)
  if (left.length > 0) await world.redis.del(...left)
  await loadKeys(world.redis, fixture.keys)
}

/** Brings CMS and partner into the state in which the fixture's mirror left them; returns the mirror that did. */
async function restage(): Promise<Mirror> {
  await world.mock.reset()
  const rehearsal = world.openMirror(`rehearsal-${++rehearsals}`)
  await liveThrough(world, rehearsal)
  return rehearsal
}

const key = (product: number, language: 'de-de' | 'en-gb'): RecordKey => world.key(product, language)
const name = (product: number, language: 'de-de' | 'en-gb'): string => recordId(key(product, language))

test('the bundled server serves the products of the fixture', () => {
  expect(world.gtins).toEqual(fixture.gtins)
})

test('runs of the version before are read with their states, counts and outcomes', async () => {
  const { runs } = fixture
  const listed = await mirror.runs.list(10)
  expect(listed.map(({ id, kind, state }) => [id, kind, state])).toEqual([
    [runs.held, 'sync', 'held'],
    [runs.verified, 'verify', 'done'],
    [runs.undoing, 'undo', 'done'],
    [runs.undone, 'sync', 'partial'],
    [runs.second, 'sync', 'partial'],
    [runs.first, 'sync', 'done'],
  ])
  expect(listed.at(-1)?.counts).toMatchObject({ records: 8, created: 8 })
  expect((await mirror.runs.waiting()).map(({ id }) => id)).toEqual([runs.held])
  const outcomes = await outcomesOf(mirror, runs.second)
  expect(outcomes.get(name(0, 'de-de'))).toMatchObject({ result: 'kept', conflicts: ['title'] })
  expect(outcomes.get(name(0, 'en-gb'))).toMatchObject({ result: 'deferred' })
  expect(outcomes.get(name(1, 'de-de'))).toMatchObject({ result: 'updated' })
  expect(outcomes.get(name(1, 'en-gb'))).toMatchObject({ result: 'held' })
  expect(await mirror.runs.progress(runs.first)).toMatchObject({ written: 8 })
})

test('waiting decisions and the states of records are read as they were stored', async () => {
  const { waiting } = await listOpenDecisions(mirror, 10)
  const listed = waiting.map((one) => [recordId(one), Object.keys(one).slice(2)])
  expect(new Map(listed.map(([id, parts]) => [id, parts]))).toEqual(
    new Map([
      [name(0, 'de-de'), ['conflict']],
      [name(1, 'en-gb'), ['pending']],
      [name(2, 'de-de'), ['suspect']],
      [name(3, 'de-de'), ['pending']],
    ]),
  )
  const [conflict] = await mirror.conflicts.read([key(0, 'de-de')])
  expect(conflict?.fields).toMatchObject([{ field: 'title', theirs: 'Vom Redakteur', ours: 'Neues Band' }])
  expect(await mirror.failing.read([key(2, 'en-gb')])).toMatchObject([{ count: 2 }])
  expect(await mirror.deferrals.read([key(0, 'en-gb')])).toMatchObject([{ runId: fixture.runs.second }])
  expect(await mirror.missingAssets.read([key(2, 'de-de')])).toMatchObject([{ assets: [{ kind: 'pdf' }] }])
  const { product, base, pageId } = await snapshotOf(mirror, key(1, 'de-de'))
  expect([product.intro, base.excerpt, pageId]).toEqual([
    'Dichtet Fugen.',
    'Dichtet Fugen.',
    (await world.editor.page(key(1, 'de-de'))).id,
  ])
})

test('the held plan, history, findings, notices, audit log and menu items are read as they were stored', async () => {
  const { held, verified, undone } = fixture.runs
  const ids = await mirror.plans.list(held, 'write', 0, 10)
  const changes = await mirror.plans.read(held, ids)
  expect(changes.map((change) => change?.kind)).toEqual(['update', 'update'])
  expect(await mirror.plans.list(held, 'retire', 0, 10)).toEqual([])
  expect((await mirror.plans.listAssets(held)).length).toBeGreaterThan(0)
  expect(await findingsOf(mirror, verified)).toMatchObject([
    { ...key(1, 'de-de'), kind: 'edited' },
    { ...key(0, 'de-de'), kind: 'edited', known: 'conflict' },
  ])
  const history = await createHistory(world.redis, mirror.keys).read([key(3, 'de-de')], new Date(0))
  expect(history.map(({ kind, result }) => [kind, result])).toEqual(
    expect.arrayContaining([
      ['undo', 'undone'],
      ['sync', 'updated'],
      ['sync', 'created'],
    ]),
  )
  const snapshot = await snapshotOf(mirror, key(3, 'de-de'))
  expect(await mirror.undo.outcomes(undone, [name(3, 'de-de')])).toMatchObject([{ result: 'updated' }])
  expect(await mirror.undo.read(fixture.runs.undoing, [{ key: key(3, 'de-de'), snapshot }])).toMatchObject([
    { outcome: { result: 'undone' }, replaced: { did: 'updated' } },
  ])
  expect(await createSentNotices(world.redis, mirror.keys).read()).toMatchObject({ plan: { runId: held } })
  expect(await createAudit(world.redis, mirror.keys).list(5)).toMatchObject([{ action: 'resolve hold' }])
  expect([...(await mirror.menuItems.read(menuId)).values()]).toEqual([{ is: 'there' }, { is: 'there' }])
})

test('files are read as they were stored, and all listings are marked for their new layout', async () => {
  const files = (await Array.fromAsync(mirror.media.scanMedia())).flat()
  expect(files.map(({ mime }) => mime)).toEqual(expect.arrayContaining(['application/pdf']))
  expect(files.filter(({ medium }) => medium !== undefined)).toEqual([])
  expect(await mirror.listings.isMarkedFor(mirror.renderer.listingDigest)).toBe(false)
})

test('intents, uncertain creates and moved pages are read as they were stored', async () => {
  const away: RecordKey = { gtin: '4000000000006', language: 'de-de' }
  expect(await mirror.writes.intents([away, 'parent:products/xx'])).toMatchObject([
    { since: 1_790_000_000_000, read: { revision: 7, revisions: 2 }, wrote: { left: ['title'] } },
    { runId: fixture.runs.held },
  ])
  expect(await mirror.writes.uncertain(fixture.runs.held)).toEqual([
    { id: recordId(away), since: 1_790_000_000_000 },
  ])
  expect(await mirror.media.uncertain()).toMatchObject([{ sha256: '0'.repeat(64) }])
  expect(await mirror.movedPages.read([away])).toEqual([999])
  expect(await mirror.parents.read()).toMatchObject({ products: expect.any(Number) })
})

test('a sync over stored data of the version before does the same as over data of today', async () => {
  const rehearsal = await restage()
  rehearsal.pass(3600_000)
  await world.mock.zeroStats()
  const rehearsed = await wholeRun(rehearsal)
  const wanted = await outcomesOf(rehearsal, rehearsed)
  const { counts, keptEdits } = (await rehearsal.runs.read(rehearsed)) ?? {}
  expect(counts).toMatchObject({ retired: 0, failed: 1 })
  const { byKind } = (await world.mock.stats()).cmsWrites
  await restage()
  await world.mock.zeroStats()
  const runId = await wholeRun(mirror)
  expect(timeless(await outcomesOf(mirror, runId))).toEqual(timeless(wanted))
  expect((await world.mock.stats()).cmsWrites.byKind).toEqual(byKind)
  expect(byKind).not.toHaveProperty('pages.create')
  const run = await mirror.runs.read(runId)
  expect([run?.counts, run?.keptEdits]).toEqual([counts, keptEdits])
  expect(await mirror.runs.read(fixture.runs.held)).toMatchObject({
    state: 'superseded',
    supersededBy: runId,
  })
})

test('after a sync over stored data of the version before the next one writes nothing', async () => {
  await restage()
  await wholeRun(mirror)
  const pages = await world.editor.pages()
  await world.mock.zeroStats()
  const counts = { created: 0, updated: 0, retired: 0, failed: 1, held: 2 }
  expect(await mirror.runs.read(await wholeRun(mirror))).toMatchObject({ counts })
  expect((await world.mock.stats()).cmsWrites.total).toBe(0)
  expect(await world.editor.pages()).toEqual(pages)
})

test('an undo of a run of the version before restores the content that the run replaced', async () => {
  await restage()
  const { run, outcomes } = await undo(mirror, fixture.runs.second)
  expect(run.state).toBe('done')
  expect(outcomes.get(name(1, 'de-de'))).toMatchObject({ result: 'undone' })
})

test('the plan that the version before had held can be approved', async () => {
  expect(await approveRun(mirror, fixture.runs.held)).toMatchObject({ ok: true, run: { state: 'writing' } })
})

test('a run that was writing under the version before is continued and ends', async () => {
  await restage()
  await loadFixture()
  const { held } = fixture.runs
  const { redis } = world
  await redis.srem(mirror.keys.waitingRuns, held)
  await redis.set(mirror.keys.activeRun, held)
  const at = JSON.stringify(mirror.now().toISOString())
  await redis.hset(mirror.keys.run(held), { state: '"writing"', approved: 'true', checkedAt: at })
  await assertFormats(redis, mirror.keys)
  expect(await mirror.runs.activeId()).toBe(held)
  expect(await mirror.runs.state(held)).toBe('writing')
  await carryOut(mirror, held)
  expect(await mirror.runs.activeId()).toBeUndefined()
  expect(await mirror.runs.read(held)).toMatchObject({
    state: 'partial',
    counts: { updated: 1, deferred: 1, retired: 0, failed: 1 },
  })
})

/** The bundled server sets the time of an autosave, so the reasons of two runs, and their sentences, differ in it. */
function timeless(outcomes: Awaited<ReturnType<typeof outcomesOf>>) {
  return new Map(
    [...outcomes].map(([id, outcome]) => [
      id,
      {
        ...outcome,
        reason: '',
        reasons: outcome.reasons?.map((reason) => ('at' in reason ? { ...reason, at: '' } : reason)),
      },
    ]),
  )
}
