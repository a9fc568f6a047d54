import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, tabTo, type Dashboard } from '../../../helpers/browser/dashboard.ts'
import { checkAgain, hold } from '../../../helpers/sync/held-plan.ts'
import type { Mirror, Stage } from '../../../helpers/sync/sync-deps.ts'
import { apply, sync } from '../../../helpers/sync/sync-run.ts'

let dashboard: Dashboard
let stage: Stage
let mirror: Mirror
let held: string
const gtin = (index: number): string => stage.gtins[index] ?? ''

beforeAll(async () => {
  dashboard = await openDashboard({
    gtins: 30,
    languages: 'de-de,en-gb',
    mirror: { policy: { retireAfterMisses: 1 } },
  })
  ;({ stage, mirror } = dashboard)
  await sync(mirror)
  mirror.pass(3_600_000)
  await stage.mock.patchProduct(gtin(0), 'de-de', { name: 'Dichtband blau', price: '99.90' })
  for (const index of [1, 2, 3])
    await stage.mock.patchProduct(gtin(index), 'en-gb', { price: '7.00', intro: `New text ${index}` })
  await stage.mock.patchProduct(gtin(7), 'de-de', { name: 'Dichtband rot' })
  mirror.listed = mirror.listed.filter((code) => ![gtin(4), gtin(5), gtin(6)].includes(code))
  held = await hold(mirror)
})
afterAll(() => dashboard.close())

/** Opens everything, and fails if a control is too small to be hit. */
async function expectLargeTargets(page: Page): Promise<void> {
  const small = await page.evaluate<string[]>(`(() => {
    for (const one of document.querySelectorAll('main details')) one.open = true
    return [...document.querySelectorAll('main button, main input, main select, main summary')]
      .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().height < 24)
      .map((one) => one.outerHTML.slice(0, 80))
  })()`)
  expect(small).toEqual([])
}

test('the slash key moves to the search, and Enter shows the product in one sentence', async () => {
  const { page, faults } = await dashboard.open('/runs')
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
  const { page } = await dashboard.open(`/runs/${held}`, { script: false })
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
  ] as const)
    await dashboard.expectClean(paths, view, expectLargeTargets)
})

test('an operator approves a sample, then a language, then a pattern of the rest, by keyboard', async () => {
  const { page, faults } = await dashboard.open(`/runs/${held}`, { width: 1280 })
  const approvedPart = async (runId: string) => (await mirror.runs.read(runId))?.approvedPart
  /** Writes the approved part, and opens the run that has the rest. */
  const openRest = async (runId: string): Promise<string> => {
    expect((await checkAgain(mirror, runId)).passed).toBe(true)
    await apply(mirror, runId)
    const { rest = '' } = (await mirror.runs.read(runId)) ?? {}
    await page.goto(`${dashboard.url}/runs/${rest}`)
    return rest
  }
  const until = (text: string) => page.locator('.flash').getByText(text).waitFor()

  await tabTo(page, /^Approve a part$/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2')
  await tabTo(page, /^Approve a sample/)
  await page.keyboard.press('Enter')
  await until(`Approved a sample of 2 records of run ${held}`)
  expect(await approvedPart(held)).toEqual({ sample: 2 })

  const second = await openRest(held)
  await tabTo(page, /^Approve a part$/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Language/)
  await page.keyboard.press('ArrowDown')
  await tabTo(page, /^Approve this language/)
  await page.keyboard.press('Enter')
  await until(`Approved language en-gb of run ${second}`)
  expect(await approvedPart(second)).toEqual({ language: 'en-gb' })

  const third = await openRest(second)
  await tabTo(page, /^Approve only this: pattern 1/)
  await page.keyboard.press('Enter')
  await until(`Approved pattern 1 of run ${third}`)
  expect(await approvedPart(third)).toEqual({ pattern: 1 })
  expect(faults).toEqual([])
})
