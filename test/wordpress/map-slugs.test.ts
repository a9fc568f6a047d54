import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './mirror/stage.ts'

// The tests depend on each other and share one site. Each starts with the state that the previous one left.

const languages = ['de-de', 'fr-fr']
const names = {
  'de-de': 'Größe & Länge: „Dichtband“ – 5 m²',
  'fr-fr': 'Bande d’étanchéité élastique № 5',
}
const words = { 'de-de': 'groesse-laenge-dichtband-5-m2', 'fr-fr': 'bande-d-etancheite-elastique-no-5' }

type Row = { id: number; slug: string; status: string; title: { raw: string } }

let stage: Stage
let gtins: string[]
let env: Record<string, string>
beforeAll(async () => {
  stage = await openStage({ gtins: 12, languages })
  gtins = await stage.partner.gtins()
  await stage.setCatalog(gtins)
  const file = join(stage.engine.siteFolder, 'map.yaml')
  await writeFile(file, 'slug: "{name}-{gtin}"\nfields: {}\n')
  env = { MAP: file, GUARD_MAX_UPDATE_SHARE: '1', GUARD_MAX_RETIRE_SHARE: '1', RETIRE_AFTER_MISSES: '1' }
})
afterAll(() => stage?.close())

const rename = async (name: (language: keyof typeof names) => string) => {
  for (const gtin of gtins)
    for (const language of ['de-de', 'fr-fr'] as const)
      await stage.partner.patchProduct(gtin, language, { name: name(language) })
}

/** Pages of products in every status, by id. */
async function rows(): Promise<Row[]> {
  const path = '/pages?context=edit&per_page=100&orderby=id&order=asc&status=any,trash&search=product-mirror'
  const found = await stage.rest<Row[]>('GET', path)
  return found.filter(({ slug }) => /\d{13}/.test(slug))
}

const placesOf = (found: readonly Row[]) => found.map(({ id, slug }) => `${id} ${slug}`)

test('WordPress keeps the slugs as they were sent, and a second run writes nothing', async () => {
  await rename((language) => names[language])
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, created: 24, failed: 0 })
  const expected = gtins.flatMap((gtin) =>
    (['de-de', 'fr-fr'] as const).map((language) => `${words[language]}-${gtin}-${language}`),
  )
  expect((await rows()).map(({ slug }) => slug).toSorted()).toEqual(expected.toSorted())
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, updated: 0, unchanged: 24 })
  expect((await stage.spawn(['verify', '--json'], env).ended).code).toBe(0)
})

test('a retired page in the trash gets its slug again when its product returns', async () => {
  const before = placesOf(await rows())
  const [first = '', ...others] = gtins
  await stage.setCatalog(others)
  expect(await stage.sync({ ...env, RETIRE_TO: 'trash' })).toMatchObject({ retired: 2 })
  expect((await rows()).filter(({ slug }) => slug.includes(first)).map(({ slug }) => slug)).toEqual([
    expect.stringMatching(/__trashed$/),
    expect.stringMatching(/__trashed$/),
  ])
  await stage.setCatalog(gtins)
  expect(await stage.sync({ ...env, RETIRE_TO: 'trash' })).toMatchObject({ exitCode: 0, failed: 0 })
  expect(placesOf(await rows())).toEqual(before)
})

test('renamed products keep their pages and slugs after a loss of Redis without a rebuild', async () => {
  const before = placesOf(await rows())
  await rename(() => 'Rolle')
  await stage.loseRedis()
  expect(await stage.sync(env)).toMatchObject({ created: 0, failed: 0 })
  const after = await rows()
  expect(placesOf(after)).toEqual(before)
  expect(after.every(({ title }) => title.raw === 'Rolle')).toBe(true)
  // The first run did not know the URLs of pages in other languages.
  await stage.sync(env)
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, updated: 0, unchanged: 24 })
})
