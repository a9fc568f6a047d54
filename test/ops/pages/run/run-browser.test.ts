import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { OpsServer } from '../../../../src/ops/server.ts'
import { approveRun } from '../../../../src/sync/runs/begin-run.ts'
import { findAxeViolations } from '../../../helpers/browser/axe.ts'
import { faultsOf, openBrowser, type Browser, type View } from '../../../helpers/browser/browser.ts'
import { hold } from '../../../helpers/sync/held-plan.ts'
import { openStage, type Mirror, type Stage } from '../../../helpers/sync/sync-deps.ts'
import { sync } from '../../../helpers/sync/sync-run.ts'
import { depsOfMirror } from '../../mirror-ops.ts'
import { opsServer, startOps } from '../../start-ops.ts'

let ops: Awaited<ReturnType<typeof startOps>>
let stage: Stage
let mirror: Mirror
let browser: Browser
let server: OpsServer
let url: string
let held: string
const gtin = (index: number): string => stage.gtins[index] ?? ''

beforeAll(async () => {
  ;[ops, stage, browser] = await Promise.all([
    startOps(),
    openStage({ gtins: 30, languages: 'de-de,en-gb' }),
    openBrowser(),
  ])
  mirror = stage.openMirror({ policy: { retireAfterMisses: 1 } })
  const control = { ...ops.deps.control, approve: approveRun.bind(undefined, mirror) }
  server = opsServer(ops.deps, depsOfMirror(mirror, { ...ops.deps, control }))
  url = (await server.listen()).url
  await sync(mirror)
  mirror.pass(3_600_000)
  await stage.mock.patchProduct(gtin(0), 'de-de', { name: 'Dichtband blau', price: '99.90' })
  for (const index of [1, 2, 3])
    await stage.mock.patchProduct(gtin(index), 'en-gb', { price: '7.00', intro: `New text ${index}` })
  mirror.listed = mirror.listed.filter((code) => code !== gtin(4))
  held = await hold(mirror)
})
afterAll(async () => {
  await browser.close()
  await server.close()
  await Promise.all([ops.close(), stage.close()])
})

const openAll = `for (const one of document.querySelectorAll('main details')) one.open = true`

async function open(path: string, view: View = {}) {
  const page = await browser.page(view)
  const faults = faultsOf(page, url)
  await page.goto(url + path)
  return { page, faults }
}

const focused = (page: Page) =>
  page.evaluate<string>(
    'document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim() ?? ""',
  )

/** Presses Tab until an element with this text has the focus. */
async function tabTo(page: Page, text: RegExp): Promise<void> {
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab')
    if (text.test(await focused(page))) return
  }
  throw new Error(`no focus on ${text.source}`)
}

test('the slash key moves to the search, and Enter shows the product in one sentence', async () => {
  const { page, faults } = await open('/runs')
  await page.keyboard.press('/')
  await page.keyboard.type(gtin(0))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/search?q=${gtin(0)}`)
  expect(await page.locator('.presence').innerText()).toMatch(/^On the site since .*, in all 2 languages\./)
  // Within a field, the slash is a character.
  await page.locator('#search').focus()
  await page.keyboard.type('a/b')
  expect(await page.locator('#search').inputValue()).toContain('a/b')
  expect(faults).toEqual([])
})

test('search, filter and changes work without JavaScript', async () => {
  const { page } = await open(`/runs/${held}`, { script: false })
  await page.getByLabel('Field').selectOption('price')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.waitForURL('**field=price**')
  expect(await page.locator('article.change').count()).toBe(4)
  await page.locator('article.change summary').first().click()
  expect(await page.locator('article.change table').first().isVisible()).toBe(true)
  await page.getByRole('searchbox').fill('dichtband blau')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.waitForURL('**/search?q=dichtband+blau')
})

test('axe finds no violation, targets are large enough, and everything fits a phone', async () => {
  const paths = [
    `/runs/${held}`,
    `/runs/${held}?field=price#list`,
    `/search?q=${gtin(0)}`,
    '/search?q=a',
    '/search?q=',
  ]
  for (const view of [
    { width: 1280 },
    { width: 390, scheme: 'dark' },
    { width: 390 },
    { width: 1280, scheme: 'dark' },
  ] as const) {
    const { page, faults } = await open('/', view)
    for (const path of paths) {
      await page.goto(url + path)
      await page.evaluate(openAll)
      expect(await findAxeViolations(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.width)
      const small = await page.evaluate<string[]>(
        `[...document.querySelectorAll('main button, main input, main select, main summary')]
          .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().height < 24)
          .map((one) => one.outerHTML.slice(0, 80))`,
      )
      expect(small).toEqual([])
    }
    expect(faults).toEqual([])
    await page.close()
  }
})

test('an operator approves a sample by keyboard, and the summary never covers the focus', async () => {
  const { page, faults } = await open(`/runs/${held}`, { width: 1280 })
  await tabTo(page, /^Approve a part$/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2')
  await tabTo(page, /^Approve a sample/)
  await page.keyboard.press('Enter')
  const flash = page.locator('.flash')
  await flash.waitFor()
  expect(await flash.innerText()).toContain(`Approved a sample of 2 records of run ${held}`)
  expect((await mirror.runs.read(held))?.approvedPart).toEqual({ sample: 2 })
  expect(faults).toEqual([])
})
