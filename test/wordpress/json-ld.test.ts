import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonLdFaults, jsonLdIn } from '../helpers/content/schema-org.ts'
import { openStage, type Stage } from './mirror/stage.ts'

const language = 'de-de'

let stage: Stage
let gtins: readonly string[]
beforeAll(async () => {
  stage = await openStage({ gtins: 3, languages: [language] })
  const listed = await stage.partner.gtins()
  await stage.setCatalog(listed)
  gtins = listed
})
afterAll(() => stage?.close())

const pageOf = (at: number) => stage.site.pageAt(`gtin-${gtins[at]}-${language}`)

/** As on a multisite, an administrator has the capability, and scripts are removed nevertheless. */
async function whileFiltered(act: () => Promise<void>): Promise<void> {
  const plugins = join(stage.engine.siteFolder, 'wp-content/mu-plugins')
  await mkdir(plugins, { recursive: true })
  await writeFile(join(plugins, 'filter.php'), "<?php define('DISALLOW_UNFILTERED_HTML', true);")
  await act()
  await rm(join(plugins, 'filter.php'))
}

test('pages have valid JSON-LD, as long as WordPress keeps scripts of the user', async () => {
  expect(await stage.sync()).toMatchObject({ exitCode: 0, created: 3, failed: 0 })
  const before = await pageOf(0)
  expect(jsonLdIn(before.content).map(jsonLdFaults)).toEqual([[]])

  await whileFiltered(async () => {
    const { content } = await stage.rest<{ content: { raw: string } }>(
      'POST',
      `/pages/${before.id}?context=edit`,
      { content: before.content },
    )
    expect(content.raw).toContain('schema.org')
    expect(content.raw).not.toContain('<script')
  })
  expect(await stage.sync()).toMatchObject({ exitCode: 0, updated: 1, failed: 0 })
  expect(jsonLdIn((await pageOf(0)).content)).toEqual(jsonLdIn(before.content))

  await whileFiltered(async () => {
    await stage.partner.patchProduct(gtins[0] ?? '', language, { price: '4711.00' })
    expect(await stage.sync()).toMatchObject({ exitCode: 0, updated: 1, failed: 0 })
    expect((await pageOf(0)).content).not.toContain('schema.org')
    expect((await pageOf(1)).content).toContain('application/ld+json')
    expect(await stage.sync()).toMatchObject({ exitCode: 0, updated: 0, unchanged: 3 })
    const { stdout } = await stage.spawn(['doctor']).ended
    expect(stdout).toMatch(/! warn JSON-LD +the CMS removes scripts of the user/)
  })

  await stage.partner.patchProduct(gtins[0] ?? '', language, { price: '4712.00' })
  expect(await stage.sync()).toMatchObject({ exitCode: 0, updated: 1, failed: 0 })
  expect(jsonLdIn((await pageOf(0)).content)).toMatchObject([{ offers: { price: '4712' } }])
})
