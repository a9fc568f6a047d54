import { plainLines } from '../../../src/core/markup/readable.ts'
import { reasonOf } from '../../helpers/content/reason-of.ts'
import { describe, expect } from 'vitest'
import { keepRevisions, nothing, openRace, paragraph } from '../../helpers/sync/race.ts'
import { beforeNext, only, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 26 })
  .extend('raceAt', ({ stage }, { onCleanup }) => {
    onCleanup(() => stage.tidy())
    return (index: number, updates?: string[]) => openRace(stage, stage.gtins[index] ?? '', updates)
  })
  .extend('race', ({ raceAt }) => raceAt(0))
  .extend('mirror', ({ race }) => race.mirror)

const putBack = expect.stringContaining('the edit was restored')

describe('an editor saves between our reading and our update', () => {
  test.for([
    ['above', 'writeAbove'],
    ['below', 'writeBelow'],
  ] as const)('%s the block: their text stays and ours too', async ([, write], { mirror, race }) => {
    beforeNext(mirror, 'writePages', () => race[write]('Von Hand.'))
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ result: 'updated', reason: putBack })
    expect(only(outcomes)).not.toHaveProperty('kept')
    const now = await race.content()
    expect(now).toContain('ZWEI')
    expect(now.match(/Von Hand\./g)).toHaveLength(1)
    expect(await race.asks('revisions')).toBe(1)
    expect(await race.leftToDo()).toEqual(nothing)
  })

  test('inside the block: the editor’s text stays as a conflict', async ({ mirror, race }) => {
    beforeNext(mirror, 'writePages', async () =>
      race.edit({ content: (await race.content()).replace('EINS', 'VON HAND') }),
    )
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({
      conflicts: ['inner'],
      kept: ['inner'],
      reason: expect.stringMatching(
        /was restored; editor and partner both changed a part of the mirrored block.*resolve/,
      ),
    })
    expect(await race.content()).toContain('VON HAND')
    expect(plainLines(await race.content()).join('\n')).not.toContain('ZWEI')
    expect((await mirror.conflicts.read([race.key]))[0]?.fields[0]?.theirs).toContain('VON HAND')
    expect(await race.leftToDo()).toEqual(nothing)
  })

  test('inside the block with ON_EDIT=overwrite: our block stays, and the text around it is the editor’s', async ({
    mirror,
    race,
  }) => {
    mirror.policy = { ...mirror.policy, onEdit: 'overwrite' }
    beforeNext(mirror, 'writePages', async () =>
      race.edit({
        content: `${paragraph('Davor.')}\n\n${(await race.content()).replace('EINS', 'VON HAND')}`,
      }),
    )
    await sync(mirror)
    expect(await race.content()).toContain('Davor.')
    expect(await race.content()).toContain('ZWEI')
    expect(await race.content()).not.toContain('VON HAND')
  })

  test('in the title: it stays the editor’s, even if the partner changes it later', async ({
    mirror,
    race,
  }) => {
    beforeNext(mirror, 'writePages', () => race.edit({ title: 'Vom Redakteur' }))
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ result: 'updated', kept: ['title'] })
    expect(await race.page()).toMatchObject({ title: { raw: 'Vom Redakteur' } })
    expect(await race.content()).toContain('ZWEI')
    await race.partnerChanges('DREI', { name: 'Neues Band' })
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ conflicts: ['title'] })
    expect(await race.page()).toMatchObject({ title: { raw: 'Vom Redakteur' } })
    expect(await race.content()).toContain('DREI')
  })

  test('in a title that the partner changed too: it is restored and becomes a conflict', async ({
    mirror,
    race,
  }) => {
    await race.partnerChanges('ZWEI', { name: 'Neues Band' })
    beforeNext(mirror, 'writePages', () => race.edit({ title: 'Vom Redakteur' }))
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ conflicts: ['title'], reason: putBack })
    expect(await race.page()).toMatchObject({ title: { raw: 'Vom Redakteur' } })
    expect(await race.content()).toContain('ZWEI')
    expect(await race.leftToDo()).toEqual(nothing)
  })

  test('twice: the last text stays', async ({ mirror, race }) => {
    beforeNext(mirror, 'writePages', async () => {
      await race.writeAbove('Eins.')
      await race.writeBelow('Zwei.')
    })
    await sync(mirror)
    for (const text of ['Eins.', 'Zwei.', 'ZWEI']) expect(await race.content()).toContain(text)
    expect(await race.leftToDo()).toEqual(nothing)
  })

  test('on a page that was never saved since its creation', async ({ raceAt }) => {
    const race = await raceAt(1, [])
    const { mirror } = race
    beforeNext(mirror, 'writePages', () => race.writeAbove('Von Hand.'))
    await sync(mirror)
    expect(await race.content()).toContain('Von Hand.')
    expect(await race.content()).toContain('ZWEI')
  })

  test('and again during the repair: both saves are restored', async ({ mirror, race }) => {
    const { cms } = mirror
    const texts = ['Eins.', 'Zwei.']
    mirror.cms = {
      ...cms,
      async writePages(writes, signal) {
        const text = texts.shift()
        // The second one is saved from an editor that still shows the first.
        if (text !== undefined) await race.writeAbove(text)
        if (text === 'Zwei.') await race.edit({ content: `${paragraph('Eins.')}\n\n${await race.content()}` })
        return cms.writePages(writes, signal)
      },
    }
    await sync(mirror)
    for (const text of ['Eins.', 'Zwei.', 'ZWEI']) expect(await race.content()).toContain(text)
    expect(await race.leftToDo()).toEqual(nothing)
  })

  test('and again before the repair: the last text stays', async ({ mirror, race }) => {
    const { cms } = mirror
    mirror.cms = {
      ...cms,
      async readRevisions(id, signal) {
        mirror.cms = cms
        await race.edit({
          content: `${paragraph('Eins.')}\n\n${paragraph('Zwei.')}\n\n${await race.content()}`,
        })
        return cms.readRevisions(id, signal)
      },
      async writePages(writes, signal) {
        await race.writeAbove('Eins.')
        return cms.writePages(writes, signal)
      },
    }
    await sync(mirror)
    for (const text of ['Eins.', 'Zwei.', 'ZWEI']) expect(await race.content()).toContain(text)
    expect(await race.leftToDo()).toEqual(nothing)
  })

  test('while only the status is written: the new title counts as the editor’s', async ({
    stage,
    mirror,
    race,
  }) => {
    const [first = '', other = ''] = stage.gtins
    mirror.policy = { ...mirror.policy, retireAfterMisses: 1, maxRetireShare: 1 }
    await sync(mirror)
    mirror.listed = [other]
    await sync(mirror)
    expect((await race.page()).status).toBe('draft')
    mirror.listed = [first, other]
    beforeNext(mirror, 'writePages', () => race.edit({ title: 'Vom Redakteur' }))
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ result: 'restored', kept: ['title'] })
    await race.partnerChanges('DREI', { name: 'Neues Band' })
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ conflicts: ['title'] })
    expect(await race.page()).toMatchObject({ title: { raw: 'Vom Redakteur' } })
  })

  test('again and again: the repair ends after three rounds, with a note', async ({ mirror, race }) => {
    const { cms } = mirror
    let n = 0
    mirror.cms = {
      ...cms,
      async writePages(writes, signal) {
        await race.writeAbove(`Nr ${++n}.`)
        return cms.writePages(writes, signal)
      },
    }
    const { outcomes } = await sync(mirror)
    expect(n).toBe(4)
    expect(reasonOf(only(outcomes))).toMatch(/saved repeatedly .* revision \d+/)
  })

  test('on one page of 26: the repair costs two requests', async ({ stage, mirror, race }) => {
    mirror.listed = [...stage.gtins]
    await sync(mirror)
    for (const gtin of stage.gtins) await stage.mock.patchProduct(gtin, 'de-de', { item_number: 'DREI' })
    await stage.mock.zeroStats()
    beforeNext(mirror, 'writePages', () => race.writeAbove('Von Hand.'))
    expect((await sync(mirror)).run.counts).toMatchObject({ updated: 26, failed: 0 })
    expect((await stage.mock.stats()).requests.cms).toEqual({
      // The editor wrote one of them.
      'GET /cms/v2/pages': 2,
      // Our rights.
      'GET /cms/v2/pages/:id': 1,
      'PUT /cms/v2/pages/:id': 1,
      'POST /batch/v1': 3,
      'GET /cms/v2/pages/:id/revisions': 1,
    })
    expect(await race.content()).toContain('Von Hand.')
    for (const { content: each } of await stage.editor.recordPages()) expect(each.raw).toContain('DREI')
  })
})

test('an autosave at the same moment is not a save, so nothing is repaired', async ({
  stage,
  mirror,
  race,
}) => {
  beforeNext(mirror, 'writePages', () =>
    stage.mock.edit({ do: 'autosave', page: race.pageId, text: 'Halb.' }),
  )
  const { outcomes } = await sync(mirror)
  expect(only(outcomes)).toMatchObject({ result: 'updated' })
  expect(only(outcomes)).not.toHaveProperty('reason')
  expect(await race.content()).toContain('ZWEI')
  expect(await race.content()).not.toContain('Halb.')
  expect(await race.asks('/batch/v1')).toBe(1)
  expect(await race.asks('/revisions')).toBe(1)
})

test('a lost edit is found on a site that keeps only two revisions', async ({ mirror, race }) => {
  await race.writeBelow('Vorher.')
  keepRevisions(mirror, 2)
  beforeNext(mirror, 'writePages', () => race.writeAbove('Von Hand.'))
  await sync(mirror)
  expect(await race.content()).toContain('Von Hand.')
  expect(await race.content()).toContain('Vorher.')
  expect(await race.content()).toContain('ZWEI')
  await race.partnerChanges('DREI')
  const { outcomes } = await sync(mirror)
  expect(only(outcomes)).not.toHaveProperty('reason')
})

test('no revisions are requested from a site without them', async ({ mirror, race }) => {
  keepRevisions(mirror, 0)
  beforeNext(mirror, 'writePages', () => race.writeAbove('Von Hand.'))
  await sync(mirror)
  expect(await race.content()).toContain('ZWEI')
  expect(await race.asks('revisions')).toBe(0)
})
