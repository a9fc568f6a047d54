import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTemplates, templateNames } from '../../../config/templates.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { languageParents } from '../../../src/sync/runs/language-parents.ts'
import { findAxeViolations } from '../../helpers/browser/axe.ts'
import { faultsOf, openBrowser, type Browser, type Scheme } from '../../helpers/browser/browser.ts'
import { openStage, type Stage } from '../../helpers/sync/sync-deps.ts'
import { sync } from '../../helpers/sync/sync-run.ts'

const languages = ['de-de', 'ar-ae']
const looks = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme): [number, Scheme] => [width, scheme]),
)

const everything = {
  numbersWithoutUnit: 'show',
  imagePlace: 'hero',
  banner: 'show',
  familyBy: 'erp_id',
} as const

let stage: Stage
let browser: Browser
let home: string

/** The public addresses of the pages of the site by kind: `product ar-ae`. */
async function addresses(): Promise<Record<string, string>> {
  const [gtin = ''] = stage.gtins
  const products = await Promise.all(
    languages.map(async (language) => {
      const { link } = await stage.editor.page({ gtin, language })
      return [`product ${language}`, link]
    }),
  )
  return {
    home: `${home}/`,
    missing: `${home}/nowhere/`,
    page: `${home}/sample-page/`,
    ...Object.fromEntries(products),
  }
}

beforeAll(async () => {
  ;[stage, browser] = await Promise.all([
    openStage({ gtins: 6, languages: languages.join(',') }),
    openBrowser(),
  ])
  home = new URL(stage.mock.cmsRoot).origin
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

describe.each(templateNames)('the bundled site with pages by the template %s', (name) => {
  const pages: Record<string, string> = {}

  beforeAll(async () => {
    const mirror = stage.openMirror({ familyBy: 'erp_id', policy: { maxUpdateShare: 1 } })
    const templates = await readTemplates(undefined, name)
    mirror.renderer = createRenderer({ ...templates, ...everything })
    await sync(mirror, { media: true })
    const parents = await languageParents(mirror)
    Object.assign(pages, await addresses())
    for (const language of languages) pages[`list ${language}`] = `${home}/?page_id=${parents[language]}`
  })
  afterAll(() => stage.tidy())

  test.each(looks)(
    'has no axe violation, no side scrolling and no request elsewhere, %i wide and %s',
    async (width, scheme) => {
      const page = await browser.page({ width, scheme })
      const faults = faultsOf(page, home)
      for (const [kind, url] of Object.entries(pages)) {
        await page.goto(url)
        expect({ kind, violations: await findAxeViolations(page) }).toEqual({ kind, violations: [] })
        expect({ kind, wide: await page.evaluate<number>('document.documentElement.scrollWidth') }).toEqual({
          kind,
          wide: width,
        })
      }
      // The browser reports the page that does not exist.
      expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
      await page.context().close()
    },
  )

  test.each(languages)(
    'shows a product in %s with its language, headings in order, and measured images',
    async (language) => {
      const page = await browser.page()
      await page.goto(pages[`product ${language}`] ?? '')
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      expect(await page.locator('html').getAttribute('dir')).toBe(language === 'ar-ae' ? 'rtl' : 'ltr')
      expect(await headingFaults(page)).toEqual([])
      const images = await page.locator('main img').all()
      // Two templates show the banner and the image.
      expect(images).toHaveLength(name === 'standard' || name === 'datasheet' ? 2 : 1)
      for (const image of images) {
        expect(Number(await image.getAttribute('width'))).toBeGreaterThan(100)
        expect(Number(await image.getAttribute('height'))).toBeGreaterThan(100)
        expect(await image.getAttribute('alt')).toBe(
          (await page.locator('h1').innerText()).replaceAll(/[“”]/g, '"'),
        )
      }
      await page.context().close()
    },
  )
})

test('the first Tab reaches a link to the content', async () => {
  const page = await browser.page()
  await page.goto(`${home}/sample-page/`)
  await page.keyboard.press('Tab')
  const link = page.getByRole('link', { name: 'Skip to content' })
  expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Skip to content')
  expect((await link.boundingBox())?.y).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  expect(await page.evaluate<string>('document.activeElement.id')).toBe('content')
  await page.context().close()
})

/** Headings after a skipped level, and other than one of level 1, the first. */
async function headingFaults(page: Page): Promise<string[]> {
  const names = await page
    .locator('h1, h2, h3, h4, h5, h6')
    .evaluateAll((all) => all.map(({ tagName }) => tagName))
  return names.filter((name, at) => {
    const before = Number(names[at - 1]?.[1] ?? 0)
    return Number(name[1]) > before + 1 || (name === 'H1') !== (at === 0)
  })
}
