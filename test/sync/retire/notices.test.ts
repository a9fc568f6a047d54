import { describe, expect } from 'vitest'
import { only, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { notice, withNotices } from '../../helpers/sync/with-notices.ts'

const test = withNotices()

describe('a page that is retired with a notice', () => {
  test('stays public with the notice above its content, and the next run writes nothing', async ({
    stage,
    mirror,
    key,
    vanish,
    writes,
  }) => {
    const { id, slug, title, content: before } = await stage.editor.page(key)
    await vanish()
    const { outcomes, run } = await sync(mirror)
    expect(run.counts).toMatchObject({ retired: 1, failed: 0 })
    expect(only(outcomes)).toMatchObject({
      result: 'retired',
      pageId: id,
      reasons: [{ code: 'retired', why: 'absent at the partner' }, { code: 'shows-notice' }],
    })
    const { content, ...page } = await stage.editor.page(key)
    expect(page).toMatchObject({ id, slug, title, status: 'publish' })
    const [head = '', rest = ''] = content.raw.split(/<!-- wp:paragraph \{[^}]*"mirror-notice .*\n.*\n.*\n\n/)
    const withoutDigests = (markup: string) => markup.replaceAll(/mirrored-v1-[0-9a-f]+/g, '')
    expect(withoutDigests(head + rest)).toBe(
      withoutDigests(before.raw).replace('/InStock"', '/Discontinued"'),
    )
    expect(content.raw).toContain(`<strong>${notice}</strong>`)
    expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'retired', retiredTo: 'notice' })
    expect(await writes(() => sync(mirror))).toBe(0)
  })

  test('has no JSON-LD if the CMS user may no longer write scripts, and the next run writes nothing', async ({
    stage,
    mirror,
    edit,
    vanish,
    content,
    writes,
  }) => {
    await edit((text) => text.replace('"name":"', '"alternateName":"Band","name":"'))
    expect(await content()).toContain('alternateName')
    await stage.mock.faults([{ side: 'cms', kind: 'oddity', name: 'filtered-html' }])
    await vanish()
    expect((await sync(mirror)).run.counts).toMatchObject({ retired: 1, failed: 0 })
    expect(await content()).toContain(notice)
    expect(await content()).not.toContain('schema.org')
    expect(await writes(() => sync(mirror))).toBe(0)
  })

  test('loses the notice when its product returns', async ({
    stage,
    mirror,
    key,
    vanish,
    comeBack,
    content,
    isNoticed,
    writes,
  }) => {
    const { id } = await stage.editor.page(key)
    await vanish()
    await sync(mirror)
    await comeBack()
    const { outcomes } = await sync(mirror)
    expect(only(outcomes)).toMatchObject({ result: 'restored', pageId: id })
    expect(await isNoticed()).toBe(false)
    expect(await content()).toContain('WIEDER-DA')
    expect(await stage.editor.page(key)).toMatchObject({ id, status: 'publish' })
    expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'mirrored' })
    expect(await writes(() => sync(mirror))).toBe(0)
  })

  test('can be retired and restored again', async ({ stage, mirror, key, vanish, comeBack, content }) => {
    await vanish()
    await sync(mirror)
    await comeBack()
    await sync(mirror)
    const restored = await content()
    await vanish()
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'retired' })
    expect((await content()).split(notice)).toHaveLength(2)
    await stage.mock.patchProduct(key.gtin, '*', {})
    await sync(mirror)
    expect(await content()).toBe(restored)
  })

  test('keeps the edits from before and after its retirement, even when its product returns', async ({
    stage,
    mirror,
    key,
    vanish,
    comeBack,
    content,
    edit,
    isNoticed,
  }) => {
    const { id } = await stage.editor.page(key)
    await stage.editor.edit(id, { title: 'Vom Redakteur' })
    await edit((text) => `<p>Davor.</p>\n\n${text.replace('</h2>', ' Vorher</h2>')}`)
    await vanish()
    expect(only((await sync(mirror)).outcomes)).toMatchObject({
      result: 'retired',
      kept: ['title', 'inner'],
    })
    expect(await isNoticed()).toBe(true)
    await edit((text) => `${text.replace(/(.*)<\/td>/s, '$1 Nachher</td>')}\n\n<p>Danach.</p>`)
    await comeBack()
    expect(only((await sync(mirror)).outcomes)).toMatchObject({
      result: 'restored',
      kept: ['title', 'inner'],
    })
    expect(await isNoticed()).toBe(false)
    for (const text of ['Davor.', ' Vorher</h2>', ' Nachher</td>', 'Danach.', 'WIEDER-DA'])
      expect(await content()).toContain(text)
    expect((await stage.editor.page(key)).title.raw).toBe('Vom Redakteur')
  })

  test('keeps edits with ON_EDIT=overwrite, too, because the product is unchanged', async ({
    mirror,
    vanish,
    content,
    edit,
    isNoticed,
    setPolicy,
  }) => {
    setPolicy({ onEdit: 'overwrite' })
    await edit((text) => text.replace('</h2>', ' Vorher</h2>'))
    await vanish()
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'retired', kept: ['inner'] })
    expect(await isNoticed()).toBe(true)
    expect(await content()).toContain(' Vorher</h2>')
  })

  test('shows an editor’s text in the notice until its product returns; then a conflict is reported', async ({
    mirror,
    vanish,
    comeBack,
    content,
    edit,
    writes,
  }) => {
    await vanish()
    await sync(mirror)
    await edit((text) => text.replace(notice, 'Nachfolger in Vorbereitung.'))
    expect(await writes(() => sync(mirror))).toBe(0)
    await comeBack()
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'restored', conflicts: ['inner'] })
    expect(await content()).toContain('Nachfolger in Vorbereitung.')
    expect(await content()).toContain('WIEDER-DA')
  })

  test('whose notice an editor removed does not get another one', async ({
    mirror,
    vanish,
    comeBack,
    edit,
    isNoticed,
    writes,
  }) => {
    await vanish()
    await sync(mirror)
    await edit((text) => text.replace(/<!-- wp:paragraph \{[^}]*mirror-notice.*\n.*\n.*\n\n/, ''))
    expect(await isNoticed()).toBe(false)
    expect(await writes(() => sync(mirror))).toBe(0)
    await comeBack()
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'restored' })
    expect(await isNoticed()).toBe(false)
  })

  test.for(['draft', 'private'] as const)(
    'and then made %s by an editor stays so when its product returns, without the notice',
    async (status, { stage, mirror, key, vanish, comeBack, isNoticed }) => {
      const { id } = await stage.editor.page(key)
      await vanish()
      await sync(mirror)
      await stage.editor.edit(id, { status })
      await comeBack()
      expect(only((await sync(mirror)).outcomes)?.reasons).toContainEqual({
        code: 'hidden',
        status,
        known: true,
      })
      expect(await stage.editor.page(key)).toMatchObject({ id, status })
      expect(await isNoticed()).toBe(false)
    },
  )
})

describe('a page gets no notice', () => {
  test.for(['draft', 'private', 'pending'] as const)(
    'if an editor had made it %s',
    async (status, { stage, mirror, key, vanish, content, writes }) => {
      const { id } = await stage.editor.page(key)
      await stage.editor.edit(id, { status })
      const before = await content()
      await vanish()
      expect(await writes(() => sync(mirror))).toBe(0)
      expect(await stage.editor.page(key)).toMatchObject({ id, status })
      expect(await content()).toBe(before)
      expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'retired', retiredTo: 'keep' })
    },
  )

  test('if an editor had put it in the trash', async ({ stage, mirror, key, vanish, writes }) => {
    await stage.editor.trash((await stage.editor.page(key)).id)
    await vanish()
    expect(await writes(() => sync(mirror))).toBe(0)
    expect((await stage.editor.page(key)).status).toBe('trash')
  })

  test.for([
    ['missing', (text: string) => text.replace(/.*/s, '<p>Nur noch das.</p>')],
    ['duplicate', (text: string) => `${text}\n\n${text}`],
    ['emptied', (text: string) => text.replace(/(<div class="wp-block-group[^>]*>).*(<\/div>)/s, '$1$2')],
    ['broken', (text: string) => text.replace('<!-- wp:heading', '<!-- wp:group --><!-- wp:heading')],
    ['unclear', (text: string) => text.replace('</h2>', '</h2><textarea>')],
  ] as const)(
    'if its mirrored block is %s: it stays as it is, and the reason is reported',
    async ([block, change], { mirror, vanish, content, edit, writes, key }) => {
      await edit(change)
      const before = await content()
      await vanish()
      let outcome
      expect(await writes(async () => (outcome = only((await sync(mirror)).outcomes)))).toBe(0)
      expect(outcome).toMatchObject({ result: 'failed', reasons: [{ code: 'no-notice', block }] })
      expect(await content()).toBe(before)
      expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'mirrored' })
    },
  )

  test('if it was retired before with another setting', async ({
    stage,
    mirror,
    key,
    vanish,
    setPolicy,
    writes,
  }) => {
    setPolicy({ retireTo: 'draft' })
    await vanish()
    await sync(mirror)
    setPolicy({ retireTo: 'notice' })
    expect(await writes(() => sync(mirror))).toBe(0)
    expect((await stage.editor.page(key)).status).toBe('draft')
  })

  test('if our last version of it is lost: it becomes a draft', async ({ stage, mirror, key, vanish }) => {
    await stage.redis.hdel(mirror.keys.bodies(key.language), key.gtin)
    await vanish()
    expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'retired' })
    expect((await stage.editor.page(key)).status).toBe('draft')
  })
})
