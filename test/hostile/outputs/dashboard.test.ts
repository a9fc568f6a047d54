import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inChunks } from '../../../src/lib/chunks.ts'
import { faultsOf, openBrowser, type Browser } from '../../helpers/browser/browser.ts'
import { hostileTexts } from '../../helpers/content/hostile-texts.ts'
import { openWorld, type World } from '../../helpers/world/mirror-world.ts'
import { countAttacks } from '../helpers/attacks.ts'

/** Four strings in one name, so that few records contain all of them. */
const texts = inChunks(
  hostileTexts.filter((text) => text.isWellFormed()),
  4,
).map((some) => some.join(' '))

/** Attributes of a page that could run a script or contain a hostile link. */
const findActive = `({
  handlers: [...document.querySelectorAll('*')].flatMap((one) =>
    one.getAttributeNames().filter((name) => name.startsWith('on')),
  ),
  links: [...document.querySelectorAll('[href],[src]')]
    .map((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? '')
    .filter((address) => /^(?:javascript|data):|evil/i.test(address)),
})`

describe('in a browser', () => {
  let world: World
  let browser: Browser
  let url: string
  let runId: string

  beforeAll(async () => {
    ;[world, browser] = await Promise.all([
      openWorld({ gtins: texts.length, languages: ['de-de'] }),
      openBrowser(),
    ])
    await world.run('sync')
    for (const [index, gtin] of world.gtins.entries()) {
      const text = texts[index] ?? ''
      // Every fifth record is invalid, and the reason quotes its value.
      await world.mock.patchProduct(gtin, 'de-de', { name: text, ...(index % 5 === 4 && { length: text }) })
    }
    runId = (await world.report('sync', '--json', '--approve')).report.runId
    url = await world.spawnDaemon().ready()
  }, 300_000)
  afterAll(async () => {
    await browser.close()
    await world.close()
  })

  test('no text of a record runs, loads or breaks anything on the dashboard', async (context) => {
    const page = await browser.page()
    const faults = faultsOf(page, url)
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    const products = world.gtins.map((gtin) => `/products/${gtin}`)
    const paths = ['/', '/coverage', '/decisions', '/runs', `/runs/${runId}`, '/audit', ...products]
    for (const path of paths) {
      await page.goto(url + path)
      const found = await page.evaluate<{ handlers: string[]; links: string[] }>(findActive)
      expect({ path, ...found }).toEqual({ path, handlers: [], links: [] })
    }
    countAttacks(context, 'dashboard pages with hostile texts', paths.length)
    expect(dialogs).toEqual([])
    expect(faults).toEqual([])
  })
})
