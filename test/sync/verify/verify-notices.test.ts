import { describe, expect } from 'vitest'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { finishRun } from '../../../src/sync/runs/finish-run.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import {
  go,
  inputOf,
  only,
  outcomesOf,
  plan,
  snapshotOf,
  startWriting,
  sync,
} from '../../helpers/sync/sync-run.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { notice, withNotices } from '../../helpers/sync/with-notices.ts'

const test = withNotices()

const removeNotice = (text: string): string =>
  text.replace(/<!-- wp:paragraph \{[^}]*mirror-notice.*\n.*\n.*\n\n/, '')

async function rebuild(mirror: Mirror) {
  const { runId } = await plan(mirror, 'rebuild')
  await startWriting(mirror, runId)
  await writePages(mirror, { ...(await inputOf(mirror, runId)), readOnly: true }, go)
  await finishRun(mirror, runId)
  return outcomesOf(mirror, runId)
}

describe('verify', () => {
  test('finds no difference on a page with a notice, edited or not', async ({ mirror, vanish, edit }) => {
    await vanish()
    await sync(mirror)
    expect((await verify(mirror)).findings).toEqual([])
    await edit((text) => text.replace('</h2>', ' Von Hand</h2>').replace(notice, 'Anderer Hinweis.'))
    expect((await verify(mirror)).findings).toEqual([])
  })

  test('finds a missing notice or block, and repairs neither', async ({
    mirror,
    key,
    vanish,
    edit,
    writes,
  }) => {
    await vanish()
    await sync(mirror)
    await edit(removeNotice)
    let found
    expect(await writes(async () => (found = await verify(mirror, { repair: true })))).toBe(0)
    expect(found).toMatchObject({
      run: { findings: { edited: 1 } },
      findings: [{ ...key, kind: 'edited', reason: { code: 'notice-missing' } }],
    })
    await edit(() => '<p>Leer.</p>')
    expect((await verify(mirror)).findings).toMatchObject([
      { ...key, kind: 'edited', reason: { code: 'block-removed' } },
    ])
  })

  test('reports no page in the trash, as of any other retired page', async ({
    stage,
    mirror,
    key,
    vanish,
  }) => {
    await vanish()
    await sync(mirror)
    await stage.editor.trash((await stage.editor.page(key)).id)
    expect((await verify(mirror)).findings).toEqual([])
  })
})

describe('after Redis data loss', () => {
  test('a page with a notice is a retired page: nothing is written, and verify finds no difference', async ({
    stage,
    mirror,
    vanish,
    content,
    writes,
  }) => {
    await vanish()
    await sync(mirror)
    const noticed = await content()
    const lost = stage.openMirror({ policy: mirror.policy })
    expect((await rebuild(lost)).size).toBe(1)
    expect(await writes(() => sync(lost))).toBe(0)
    expect(await content()).toBe(noticed)
    expect((await verify(lost)).findings).toEqual([])
  })

  test.for(['sync', 'rebuild'] as const)(
    'a product that returns has its page without the notice, found by a %s',
    async (kind, { stage, mirror, key, vanish, comeBack, content, edit, isNoticed, writes }) => {
      await vanish()
      await sync(mirror)
      await edit((text) => `${text.replace('</h2>', ' Von Hand</h2>')}\n\n<p>Danach.</p>`)
      const { id } = await stage.editor.page(key)
      await comeBack()
      const lost = stage.openMirror({ policy: mirror.policy })
      if (kind === 'rebuild') {
        expect(await writes(() => rebuild(lost))).toBe(0)
        expect(await snapshotOf(lost, key)).toMatchObject({ state: 'mirrored', digest: 'older' })
      }
      await sync(lost)
      expect(await isNoticed()).toBe(false)
      for (const text of [' Von Hand</h2>', '<p>Danach.</p>']) expect(await content()).toContain(text)
      expect(await snapshotOf(lost, key)).toMatchObject({ state: 'mirrored', pageId: id })
      expect(await writes(() => sync(lost))).toBe(0)
    },
  )

  test('an editor’s text in the notice stays when its product returns, and counts as an edit', async ({
    stage,
    mirror,
    vanish,
    comeBack,
    content,
    edit,
  }) => {
    await vanish()
    await sync(mirror)
    await edit((text) => text.replace(notice, 'Bald wieder da.'))
    await comeBack()
    const lost = stage.openMirror({ policy: mirror.policy })
    lost.listed = lost.listed.slice(0, 1)
    expect(only((await sync(lost)).outcomes)).toMatchObject({ kept: ['inner'] })
    expect(await content()).toContain('Bald wieder da.')
  })
})
