import { because } from '../../helpers/content/reason-of.ts'
import { describe, expect } from 'vitest'
import { slugOf } from '../../../src/core/record/record.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { apply, plan, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { storeIntents } from '../../helpers/sync/store-intents.ts'
import { guardText } from '../../../src/core/report/guard-text.ts'

const test = withMirror({
  gtins: 8,
  languages: 'de-de,en-gb',
  prepare: sync,
  mirror: { policy: { maxUpdateShare: 1 } },
})

const changeAll = async ({ mock }: Stage, { listed }: Mirror): Promise<void> => {
  for (const gtin of listed) await mock.patchProduct(gtin, '*', { name: 'Neu' })
}

async function remove({ redis }: Stage, names: readonly string[]): Promise<void> {
  await redis.del(...names)
}

/** The guards that hold a plan for the mirror. */
async function reasonsOf(mirror: Mirror, kind: 'sync' | 'plan' = 'sync'): Promise<string[]> {
  const { runId, verdicts } = await plan(mirror, kind)
  await mirror.runs.update(runId, { state: 'failed' })
  return verdicts.map((verdict) => `${verdict.guard}: ${guardText(verdict, 'would', undefined)}`)
}

const rebuild = expect.stringMatching(
  /^lost: Redis does not know at least \d+ mirrored pages that exist in the CMS .*Run product-mirror rebuild first/,
) as string

type Loss = [what: string, keysOf: (mirror: Mirror, all: string[]) => string[]]

const losses: Loss[] = [
  ['everything', (_, all) => all],
  ['the list of languages', ({ keys }) => [keys.languages]],
  ['the heads of all snapshots', ({ keys }) => [keys.heads('de-de'), keys.heads('en-gb')]],
  ['the snapshots of one language', ({ keys }) => [keys.heads('en-gb'), keys.bodies('en-gb')]],
]

describe('a sync and a dry run are held, and name rebuild, when Redis lost', () => {
  for (const [what, keysOf] of losses)
    test(what, async ({ stage, mirror }) => {
      await remove(stage, keysOf(mirror, await stage.redis.keys(`${mirror.keys.prefix}*`)))
      // A dry run that finds the list of languages incomplete completes it.
      expect(await reasonsOf(mirror, what === 'everything' ? 'plan' : 'sync')).toEqual([rebuild])
      if (what === 'everything') expect(await reasonsOf(mirror)).toEqual([rebuild])
    })

  test('the bodies of the snapshots, once they are needed', async ({ stage, mirror }) => {
    await remove(stage, [mirror.keys.bodies('de-de')])
    await changeAll(stage, mirror)
    expect(await reasonsOf(mirror)).toEqual([rebuild])
  })
})

test('after the list of languages was lost, every guard judges the plan as before', async ({
  stage,
  mirror,
}) => {
  mirror.policy.maxUpdateShare = 0.5
  await remove(stage, [mirror.keys.languages])
  await changeAll(stage, mirror)
  expect(await reasonsOf(mirror)).toEqual([rebuild, expect.stringMatching(/^update: Would update 16 of 16/)])
})

test('after a rebuild the next sync is not held', async ({ stage, mirror }) => {
  await remove(stage, await stage.redis.keys(`${mirror.keys.prefix}*`))
  await apply(mirror, (await plan(mirror, 'rebuild')).runId)
  expect(await reasonsOf(mirror)).toEqual([])
})

test('the first sync of an empty CMS is not held, nor that of a CMS with pages to adopt', async ({
  stage,
}) => {
  await stage.tidy()
  const mirror = stage.openMirror({ policy: { onSlugTaken: 'adopt' } })
  expect(await reasonsOf(mirror)).toEqual([])
  for (const gtin of mirror.listed)
    await stage.editor.create({
      slug: slugOf({ gtin, language: 'de-de' }),
      title: 'Von Hand',
      content: '<p>Seite der Redaktion.</p>',
      status: 'publish',
    })
  expect(await reasonsOf(mirror)).toEqual([])
})

test('pages of creates that failed or may have landed do not hold the next sync', async ({
  stage,
  mirror,
}) => {
  const { keys, listed } = mirror
  await remove(stage, [keys.heads('de-de'), keys.heads('en-gb')])
  const runId = '2026-11-20-1'
  const failing = { count: 1, since: '2026-11-20T04:00:00.000Z', runId, reasons: because('late') }
  await mirror.failing.save(listed.map((gtin) => ({ key: { gtin, language: 'de-de' }, value: failing })))
  await storeIntents(
    stage.redis,
    keys,
    listed.map((gtin) => ({ key: { gtin, language: 'en-gb' }, runId, sentAt: 0 })),
  )
  expect(await reasonsOf(mirror)).toEqual([])
})

test('one unknown page among known ones is bound again without an approval', async ({
  stage,
  mirror,
  key,
}) => {
  await stage.redis.hdel(mirror.keys.heads(key.language), key.gtin)
  const { runId, verdicts } = await plan(mirror)
  expect(verdicts).toEqual([])
  expect((await apply(mirror, runId)).run).toMatchObject({ state: 'done', counts: { created: 0, failed: 0 } })
  expect(await stage.editor.recordPages()).toHaveLength(16)
})
