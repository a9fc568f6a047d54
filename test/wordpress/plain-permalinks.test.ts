import { afterAll, beforeAll, expect, test } from 'vitest'

import { openStage, type Stage } from './mirror/stage.ts'
import { textOfPlain, visitAll } from './mirror/visitor.ts'

// The tests depend on each other and share one site. Each starts with the state that the previous one left.

const languages = ['de-de', 'en-gb', 'fr-fr']

let stage: Stage
let env: Record<string, string>
beforeAll(async () => {
  stage = await openStage({ gtins: 2, languages })
  await stage.setCatalog(await stage.partner.gtins())
  await stage.engine.dbQuery(
    "UPDATE wp_options SET option_value = '' WHERE option_name = 'permalink_structure'",
  )
  env = { CMS_API_ROOT: `${stage.proxy.origin}/?rest_route=` }
})
afterAll(() => stage?.close())

/** The targets of the links to the product's other languages, and the product's name in each. */
async function linksOn(slug: string, content: string) {
  const [, gtin = '', own = ''] = /^gtin-(\d{13})-(.+)$/.exec(slug) ?? []
  const links = [...content.matchAll(/<a (?=[^>]*href="([^"]*)")[^>]*hreflang="([a-z-]+)"/g)]
  expect(links.map(([, , language]) => language)).toEqual(languages.filter((language) => language !== own))
  return Promise.all(
    links.map(async ([, url = '', language = '']) => ({
      url: url.replaceAll('&amp;', '&'),
      name: (await stage.fetchProduct(gtin, language)).name,
    })),
  )
}

test('a site with plain permalinks is mirrored through the REST root in the query', async () => {
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, created: 6, failed: 0 })
  // The URLs contain ids, which are known only after the pages exist.
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, updated: 6 })
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, unchanged: 6 })
  expect((await stage.spawn(['verify'], env).ended).code).toBe(0)
})

test.each([
  ['plain permalinks', ''],
  ['permalinks behind index.php', '/index.php/%postname%/'],
])('with %s, a link to another language leads to that page after a sync', async (_, structure) => {
  await stage.engine.dbQuery(
    `UPDATE wp_options SET option_value = '${structure}' WHERE option_name = 'permalink_structure'`,
  )
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, failed: 0 })
  const products = (await stage.site.pages()).filter(({ slug }) => slug.startsWith('gtin-'))
  expect(products).toHaveLength(6)
  for (const { slug, content } of products) {
    const links = await linksOn(slug, content)
    const visits = await visitAll(links.map(({ url }) => url))
    expect(visits.map(({ status }) => status)).toEqual(links.map(() => 200))
    for (const [at, { name }] of links.entries()) expect(visits[at]?.text).toContain(textOfPlain(name ?? ''))
  }
})
