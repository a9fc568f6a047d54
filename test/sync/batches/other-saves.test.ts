import { reasonOf } from '../../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import { nothing, openRace, paragraph } from '../../helpers/sync/race.ts'
import { only, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 2 })
  .extend('race', async ({ stage }, { onCleanup }) => {
    onCleanup(() => stage.tidy())
    return openRace(stage, stage.gtins[0] ?? '')
  })
  .extend('mirror', ({ race }) => race.mirror)

test.for(['saved-again', 'saved-again-unseen'] as const)(
  'a plugin that saves each page again (%s) costs no second write, and is not reported as an editor',
  async (name, { stage, mirror, race }) => {
    await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'oddity', name }])
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ result: 'updated' })
    expect(only(outcomes)).not.toHaveProperty('reason')
    expect(only(outcomes)).not.toHaveProperty('kept')
    expect(await race.asks('/batch/v1')).toBe(1)
    for (const text of ['ZWEI', ' ©</p>']) expect(await race.content()).toContain(text)
    expect(await race.leftToDo()).toEqual(nothing)
    await race.partnerChanges('DREI')
    const third = only((await sync(mirror)).outcomes)
    expect(third).toMatchObject({ result: 'updated' })
    expect(third).not.toHaveProperty('conflicts')
    expect(await race.content()).toContain('DREI')
  },
)

test.for(['shows', 'does not show'])(
  'an editor’s save right after our update stays if the response %s it',
  async (how, { mirror, race }) => {
    const { cms } = mirror
    mirror.cms = {
      ...cms,
      async writePages(writes, signal) {
        mirror.cms = cms
        const answers = await cms.writePages(writes, signal)
        await race.writeBelow('Von Hand danach.')
        const [page] = await cms.readPages([race.pageId], signal)
        const [answer] = answers
        if (page === undefined || answer?.ok !== true) throw new Error('no answer')
        const { revision, revisions } = page
        return [{ ok: true, page: how === 'shows' ? page : { ...answer.page, revision, revisions } }]
      },
    }
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ result: 'updated' })
    expect(only(outcomes)).not.toHaveProperty('reason')
    for (const text of ['Von Hand danach.', 'ZWEI']) expect(await race.content()).toContain(text)
    expect(await race.asks('/batch/v1')).toBe(1)
    expect(await race.leftToDo()).toEqual(nothing)
  },
)

test('an editor’s save of an old version right after our update keeps their text and gets our update again', async ({
  mirror,
  race,
}) => {
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async writePages(writes, signal) {
      mirror.cms = cms
      const before = await race.content()
      await cms.writePages(writes, signal)
      await race.edit({ content: `${paragraph('Von Hand danach.')}\n\n${before}` })
      const [page] = await cms.readPages([race.pageId], signal)
      if (page === undefined) throw new Error('no page')
      return [{ ok: true, page }]
    },
  }
  const { outcomes } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({
    result: 'updated',
    reason: expect.stringContaining('their text stays'),
  })
  for (const text of ['Von Hand danach.', 'ZWEI']) expect(await race.content()).toContain(text)
  expect(await race.leftToDo()).toEqual(nothing)
})

test('a plugin that saves again does not hide that our update overtook an editor', async ({
  stage,
  mirror,
  race,
}) => {
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async writePages(writes, signal) {
      mirror.cms = cms
      await race.writeAbove('Von Hand.')
      return cms.writePages(writes, signal)
    },
  }
  await stage.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'oddity', name: 'saved-again' }])
  expect(reasonOf(only((await sync(mirror)).outcomes))).toMatch(/the edit was restored$/)
  for (const text of ['Von Hand.', 'ZWEI']) expect(await race.content()).toContain(text)
})
