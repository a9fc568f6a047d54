import { expect, test } from 'vitest'
import { contestedBy } from '../../../tools/chaos/oracle/contested.ts'
import { differencesOf } from '../../../tools/chaos/oracle/same-end.ts'
import { page } from './page-row.ts'

test('the name of a shared file may differ between two plays, in a page and in the card of a listing', () => {
  const file = { id: 3, sourceUrl: '' }
  const holdings = (name: string) => ({
    pages: [
      {
        ...page,
        featuredMedia: 3,
        content: `<img src="/uploads/2026/11/${name}-88f1a9ca-300x300.png"><img src="/uploads/2026/11/${name}-88f1a9ca.png">`,
      },
    ],
    media: [{ ...file, slug: `${name}-88f1a9ca` }],
    posts: [],
    tags: [],
  })
  expect(differencesOf(holdings('bahn-de'), holdings('membrane-en'))).toEqual([])
})

test('a file that no page shows is a difference, unless only shown files are compared', () => {
  const file = (hash: string, id: number) => ({ id, slug: `media-${hash}00`, sourceUrl: '' })
  const image = file('3fd2c1aa', 4)
  const shown = { ...page, content: '<a href="/uploads/sheet-88f1a9ca.pdf">', featuredMedia: 4 }
  const holdings = (...media: (typeof image)[]) => ({ pages: [shown], media, posts: [], tags: [] })
  const one = holdings(file('88f1a9ca', 3), image)
  const other = holdings(file('88f1a9ca', 3), image, file('0b22de01', 5))
  expect(differencesOf(one, other)).toHaveLength(1)
  expect(differencesOf(one, other, { shownFiles: true })).toEqual([])
  expect(differencesOf(holdings(image), one, { shownFiles: true })).toHaveLength(1)
  expect(differencesOf(holdings(file('88f1a9ca', 3)), one, { shownFiles: true })).not.toEqual([])
})

test('an edited introduction may follow its text into the field that repeats it', () => {
  const said = 'Vorkomprimiertes Schaumband'
  const version = {
    name: 'One',
    intro: said,
    application: `<p>${said}</p><ul><li>Fugen</li></ul>`,
    advantages: 'Leicht',
  }
  const block = (text: string): string =>
    `<!-- wp:group {"className":"product-mirror gtin-4026630628076 lang-de-de"} --><div class="wp-block-group product-mirror gtin-4026630628076 lang-de-de"><p>${text}</p></div><!-- /wp:group -->`
  expect(contestedBy(version, block(said), block('Person m1'))).toEqual(['intro', 'application'])
})
