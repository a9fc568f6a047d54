import { noteTexts, reasonOf } from '../helpers/content/reason-of.ts'
import { describe, expect } from 'vitest'
import { recordId, type RecordKey } from '../../src/core/record/record.ts'
import { finishRun } from '../../src/sync/runs/finish-run.ts'
import { writePages } from '../../src/sync/pages/write-pages.ts'
import type { Mirror, Stage } from '../helpers/sync/sync-deps.ts'
import {
  apply,
  go,
  inputOf,
  outcomesOf,
  plan,
  snapshotOf,
  startWriting,
  sync,
} from '../helpers/sync/sync-run.ts'
import { verify } from '../helpers/sync/verify-run.ts'
import { withMirror } from '../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 4, languages: 'de-de', prepare: sync })
  .extend('bad', ({ key }) => key)
  .extend('other', ({ mirror }): RecordKey => ({ gtin: mirror.listed[1] ?? '', language: 'de-de' }))
  .extend(
    'changeAll',
    ({ stage, mirror }) =>
      (item_number: string) =>
        Promise.all(mirror.listed.map((gtin) => stage.mock.patchProduct(gtin, 'de-de', { item_number }))),
  )

const content = async (stage: Stage, key: RecordKey) => (await stage.editor.page(key)).content.raw

type Place = readonly [key: string, field: string, text: string]

/** Where each kind of value is stored, and a value that cannot be read. */
const places: Record<string, (keys: Mirror['keys'], bad: RecordKey) => Place> = {
  'snapshot head': (keys, bad) => [keys.heads('de-de'), bad.gtin, '{"digest":"d","pageId":'],
  snapshot: (keys, bad) => [keys.bodies('de-de'), bad.gtin, 'no compressed text'],
  decision: (keys, bad) => [keys.decisions, recordId(bad), '{"kind":"hold","reason":7}'],
  'failing record': (keys, bad) => [keys.failing, recordId(bad), '[]'],
  'list of missing assets': (keys, bad) => [keys.missingAssets, recordId(bad), '{"assets":"none"}'],
  intent: (keys, bad) => [keys.intents, recordId(bad), '{"runId":"r"}'],
}

describe.each(Object.entries(places))('a damaged %s', (shape, placeOf) => {
  test('fails its record by name, stays as it is, and does not affect other records', async ({
    stage,
    mirror,
    bad,
    other,
    changeAll,
  }) => {
    const [key, field, text] = placeOf(mirror.keys, bad)
    await stage.redis.hset(key, field, text)
    await changeAll('NEU')
    const before = await content(stage, bad)
    const { run, outcomes } = await sync(mirror)
    expect(run).toMatchObject({ state: 'partial', counts: { records: 4, updated: 3, failed: 1, created: 0 } })
    expect(outcomes.get(recordId(bad))).toMatchObject({ result: 'failed' })
    expect(reasonOf(outcomes.get(recordId(bad)))).toContain(
      `The stored ${shape} at ${key} ${field} cannot be read: `,
    )
    expect(await content(stage, bad)).toBe(before)
    expect((await snapshotOf(mirror, other)).product.item_number).toBe('NEU')
    expect(await stage.redis.hget(key, field)).toBe(text)
  })

  test('is moved away by a rebuild that writes nothing, and from then on its record is mirrored again', async ({
    stage,
    mirror,
    bad,
    changeAll,
  }) => {
    const [key, field, text] = placeOf(mirror.keys, bad)
    await stage.redis.hset(key, field, text)
    await stage.mock.zeroStats()
    const rebuilt = await rebuild(mirror)
    expect(noteTexts(rebuilt.notes).join('\n')).toContain(
      `was moved to ${mirror.keys.damaged}: ${key} ${field}: `,
    )
    expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
    expect(await stage.redis.hget(mirror.keys.damaged, `${key} ${field}`)).toBe(text)
    await changeAll('NEU')
    const { run } = await sync(mirror)
    expect(run).toMatchObject({ state: 'done', counts: { created: 0, updated: 4, failed: 0 } })
    expect(await content(stage, bad)).toContain('NEU')
    await stage.mock.zeroStats()
    await sync(mirror)
    expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
  })
})

const lists = {
  conflict: 'conflicts',
  'blank version': 'suspects',
  deferral: 'deferrals',
  'failing record': 'failing',
  'page state': 'pageStates',
  'list of outdated files': 'outdatedFiles',
  'list of missing assets': 'missingAssets',
  decision: 'decisions',
  intent: 'intents',
} as const

test.for(Object.entries(lists))(
  'a run names an unreadable %s that no record of it reads',
  async ([shape, name], { stage, mirror }) => {
    const key = mirror.keys[name]
    await stage.redis.hset(key, '4006381333931/fr-fr', '{"broken":')
    const { run } = await sync(mirror)
    expect(run).toMatchObject({ state: 'done', counts: { unchanged: 4, failed: 0 } })
    expect(noteTexts(run.notes)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^The stored ${shape} at ${key} 4006381333931/fr-fr cannot be read: .* Nothing was changed. Restore a backup, or run the command rebuild$`,
        ),
      ),
    ])
    expect(noteTexts((await rebuild(mirror)).notes).join()).toContain(
      `was moved to ${mirror.keys.damaged}: ${key} `,
    )
    expect((await sync(mirror)).run.notes).toEqual([])
  },
)

test.for(['media', 'assets', 'unusedMedia', 'sentNotices'] as const)(
  'a run moves an unreadable value of %s away, and names it',
  async (name, { stage, mirror }) => {
    const key = mirror.keys[name]
    await stage.redis.hset(key, 'field', '{"broken":')
    const { run } = await sync(mirror)
    expect(noteTexts(run.notes)).toEqual([
      expect.stringMatching(
        `^an unreadable value was moved to ${mirror.keys.damaged}, and the run makes it again: ${key} field: `,
      ),
    ])
    expect(await stage.redis.hget(mirror.keys.damaged, `${key} field`)).toBe('{"broken":')
    expect((await sync(mirror)).run).toMatchObject({ state: 'done', notes: [] })
  },
)

test('a hash that is unreadable as a whole fills no report', async ({ stage, mirror }) => {
  for (let gtin = 0; gtin < 30; gtin++)
    await stage.redis.hset(mirror.keys.conflicts, `${4006381333900 + gtin}/fr-fr`, 'broken')
  const { notes } = (await sync(mirror)).run
  expect(notes).toHaveLength(11)
  expect(notes.at(-1)).toEqual({
    code: 'damaged-value',
    detail: '20 other stored values cannot be read either',
  })
})

test('a damaged planned change fails its record and does not affect others', async ({
  stage,
  mirror,
  bad,
  changeAll,
}) => {
  await changeAll('NEU')
  const { runId } = await plan(mirror)
  await stage.redis.hset(mirror.keys.plan(runId), recordId(bad), 'no compressed text')
  const { run, outcomes } = await apply(mirror, runId)
  expect(run).toMatchObject({ state: 'partial', counts: { updated: 3, failed: 1 } })
  expect(reasonOf(outcomes.get(recordId(bad)))).toMatch(/stored planned change at .* cannot be read/)
  expect((await sync(mirror)).run).toMatchObject({ state: 'done', counts: { updated: 1 } })
})

test('a verify names a record whose snapshot is damaged, and compares all others', async ({
  stage,
  mirror,
  bad,
  other,
}) => {
  await stage.redis.hset(mirror.keys.bodies('de-de'), bad.gtin, 'no compressed text')
  await stage.editor.edit((await stage.editor.page(other)).id, { title: 'Vom Redakteur' })
  const { run, findings } = await verify(mirror)
  expect(findings).toMatchObject([{ ...other, kind: 'edited' }])
  expect(run).toMatchObject({ state: 'partial', counts: { failed: 1 } })
  expect(reasonOf((await outcomesOf(mirror, run.id)).get(recordId(bad)))).toMatch(/stored snapshot at/)
})

test('a snapshot of a newer version is not taken for a missing one: nothing is planned or written', async ({
  stage,
  mirror,
  bad,
  changeAll,
}) => {
  const head = await stage.redis.hget(mirror.keys.heads('de-de'), bad.gtin)
  await stage.redis.hset(mirror.keys.heads('de-de'), bad.gtin, String(head).replace(/"v":\d+/, '"v":99'))
  await changeAll('NEU')
  await stage.mock.zeroStats()
  await expect(sync(mirror)).rejects.toThrow(/snapshot head at .* has format 99; this version reads up to \d/)
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
})

/** Restores the snapshots as the jobs would do it. */
async function rebuild(mirror: Mirror) {
  const { runId } = await plan(mirror, 'rebuild')
  await startWriting(mirror, runId)
  await writePages(mirror, { ...(await inputOf(mirror, runId)), readOnly: true }, go)
  const run = await finishRun(mirror, runId)
  if (run === undefined) throw new Error(`no run ${runId}`)
  return run
}
