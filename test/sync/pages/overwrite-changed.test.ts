import { describe, expect } from 'vitest'
import { openLinks, withTwo } from '../../helpers/sync/language-links.ts'
import { sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({
  gtins: 1,
  languages: 'de-de,en-gb,fr-fr',
  mirror: { policy: { maxRetireShare: 1, maxUpdateShare: 1, retireAfterMisses: 1, onEdit: 'overwrite' } },
}).extend('links', ({ stage }) => openLinks(stage, stage.gtins[0] ?? ''))

describe('with ON_EDIT=overwrite, an update for the links to other languages', () => {
  test('leaves title, excerpt and other parts of the block as an editor wrote them, until the partner changes the product', async ({
    stage,
    mirror,
    links,
  }) => {
    await withTwo(mirror)
    const { id, content } = await links.pageIn('de-de')
    await stage.editor.edit(id, {
      title: 'Von Hand',
      excerpt: 'Kurz',
      content: content.raw.replace('<li>', '<li>Mine '),
    })
    const { outcomes } = await sync(mirror)
    const outcome = outcomes.get(`${links.gtin}/de-de`)
    expect(outcome).toMatchObject({ result: 'updated', fields: ['languages'] })
    expect(outcome?.kept?.toSorted()).toEqual(['excerpt', 'inner', 'title'])
    expect(outcome).not.toHaveProperty('conflicts')
    const page = await links.pageIn('de-de')
    expect([page.title.raw, page.excerpt.raw]).toEqual(['Von Hand', 'Kurz'])
    expect(page.content.raw).toContain('<li>Mine ')
    expect(await links.linkedFrom('de-de')).toEqual(['en-gb', 'fr-fr'])
    expect(await links.quietly(() => sync(mirror))).toBe(0)

    await stage.mock.patchProduct(links.gtin, 'de-de', { item_number: 'NEU-1' })
    await sync(mirror)
    const overwritten = await links.pageIn('de-de')
    expect(overwritten.title.raw).not.toBe('Von Hand')
    expect(overwritten.content.raw).not.toContain('<li>Mine ')
  })

  test.for([
    ['removed', (content: string) => content.replace(/<!-- wp:group[\s\S]*<!-- \/wp:group -->/, '')],
    [
      'emptied',
      (content: string) =>
        content.replace(/(<!-- wp:group[^>]*>\s*<div[^>]*>)[\s\S]*(<\/div>\s*<!-- \/wp:group -->)/, '$1$2'),
    ],
  ] as const)(
    'leaves a block that an editor %s as it is, without a conflict',
    async ([, change], { stage, mirror, links }) => {
      await withTwo(mirror)
      const { id, content } = await links.pageIn('de-de')
      const edited = await stage.editor.edit(id, { content: change(content.raw) })
      const { outcomes } = await sync(mirror)
      expect(outcomes.get(`${links.gtin}/de-de`)).toMatchObject({ result: 'kept', kept: ['inner'] })
      expect(outcomes.get(`${links.gtin}/de-de`)).not.toHaveProperty('conflicts')
      expect((await links.pageIn('de-de')).content.raw).toBe(edited.content.raw)
      expect(await links.quietly(() => sync(mirror))).toBe(0)

      await stage.mock.patchProduct(links.gtin, 'de-de', { item_number: 'NEU-1' })
      await sync(mirror)
      expect((await links.pageIn('de-de')).content.raw).toContain('NEU-1')
    },
  )

  test('replaces an editor’s change of a link that changes', async ({ stage, mirror, links }) => {
    await sync(mirror)
    const { id, content } = await links.pageIn('de-de')
    await stage.editor.edit(id, { content: content.raw.replace(/(hreflang="en-gb">)[^<]*/, '$1Von Hand') })
    await stage.mock.deleteProduct(links.gtin, 'en-gb')
    const { outcomes } = await sync(mirror)
    expect(outcomes.get(`${links.gtin}/de-de`)).not.toHaveProperty('conflicts')
    expect((await links.pageIn('de-de')).content.raw).not.toContain('Von Hand')
    expect(await links.linkedFrom('de-de')).toEqual(['fr-fr'])
    expect(await links.quietly(() => sync(mirror))).toBe(0)
  })
})
