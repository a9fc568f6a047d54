import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard, type Dashboard } from '../../helpers/browser/dashboard.ts'
import { checkAgain, hold } from '../../helpers/sync/held-plan.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { apply, sync } from '../../helpers/sync/sync-run.ts'

describe('in a browser', () => {
  let dashboard: Dashboard
  let stage: Stage
  let mirror: Mirror
  let url: string
  let written: string
  const gtins: string[] = []
  const gtin = (index: number): string => gtins[index] ?? ''

  beforeAll(async () => {
    dashboard = await openDashboard({ gtins: 52, mirror: { policy: { retireAfterMisses: 1 } } })
    ;({ stage, mirror, url } = dashboard)
    gtins.push(...stage.gtins.toSorted())
    await sync(mirror)
    mirror.pass(3_600_000)
    const edited = await stage.editor.page({ gtin: gtin(2), language: 'de-de' })
    await stage.editor.edit(edited.id, { title: 'Vom Redakteur' })
    await stage.mock.patchProduct(gtin(2), 'de-de', { name: 'Vom Partner' })
    await stage.mock.patchProduct(gtin(1), 'de-de', { name: null })
    await stage.mock.patchProduct(gtin(3), 'de-de', { price: '1.00' })
    written = (await sync(mirror)).run.id
    mirror.pass(3_600_000)
  })
  afterAll(() => dashboard.close())

  test('arrow keys move through the coverage table, and Enter opens the product', async () => {
    const { page, faults } = await dashboard.open('/coverage')
    const focused = () => page.evaluate<string>('document.activeElement?.textContent?.trim() ?? ""')
    await page.locator('.grid tbody a').first().focus()
    expect(await focused()).toBe(gtin(0))
    for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
    // The row and column headers name the product and the language.
    expect(await focused()).toBe('failing')
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
    // The whole table is one tab stop.
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Next')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/products/${gtin(1)}?language=de-de`)
    expect(await page.locator('#record-head').innerText()).toContain('failing')
    expect(faults).toEqual([])
  })

  test('axe finds no violation on any page, and every page fits a phone in light and dark', async () => {
    const { listed } = mirror
    mirror.listed = listed.slice(0, 30)
    const held = await hold(mirror)
    mirror.listed = listed
    const paths = ['/coverage', `/runs/${written}`, `/runs/${held}`, `/products/${gtin(2)}`]
    for (const view of [{ width: 1280 }, { width: 390, scheme: 'dark' }] as const)
      await dashboard.expectClean(paths, view)
    await mirror.runs.update(held, { state: 'cancelled' })
  })

  test('a conflict is resolved, and the page shows the decision', async () => {
    const { page, faults } = await dashboard.open(`/products/${gtin(2)}`)
    expect(await page.locator('ins').allInnerTexts()).toEqual(expect.arrayContaining(['Vom Redakteur']))
    await page.getByRole('button', { name: /^Keep the editor’s/ }).click()
    await page.getByText('Kept: the title').waitFor()
    expect(await page.getByRole('heading', { name: 'Conflict: de-de' }).count()).toBe(0)
    expect(await mirror.conflicts.count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('the updates of a held plan are approved with a separate button, and its retirements stay held', async () => {
    const { listed } = mirror
    mirror.listed = listed.slice(0, 30)
    await stage.mock.patchProduct(gtin(4), 'de-de', { price: '4.00' })
    const held = await hold(mirror)
    const { page, faults } = await dashboard.open(`/runs/${held}`, { width: 390 })
    await page.getByText('Approve a part').click()
    await page.getByRole('button', { name: 'Approve only 1 update' }).click()
    await page.getByRole('status').getByText(`the updates of run ${held}`).waitFor()
    expect((await checkAgain(mirror, held)).passed).toBe(true)
    await apply(mirror, held)
    await page.reload()
    const note = await page.getByText('only the updates of the plan were approved').innerText()
    const [, rest = ''] = /the rest waits as run (\S+): 22 retirements/.exec(note) ?? []
    await page.goto(`${url}/runs/${rest}`)
    expect(await page.locator('main').innerText()).toMatch(/held[^]*22 retirements/)
    await page.getByRole('button', { name: /^Discard this plan/ }).click()
    await page.getByRole('status').getByText(rest).waitFor()
    expect(await mirror.runs.state(rest)).toBe('cancelled')
    mirror.listed = listed
    expect(faults).toEqual([])
  })

  test('a product is found, compared and synced without JavaScript', async () => {
    await stage.mock.patchProduct(gtin(3), 'de-de', { price: '2.00' })
    const { page, faults } = await dashboard.open('/coverage', { script: false, width: 390 })
    await page.locator('.coverage-chart svg a').first().click()
    await page.waitForURL('**/coverage#table')
    await page.getByLabel('GTIN starts with').fill(gtin(3))
    await page.getByRole('button', { name: 'Show' }).click()
    await page.locator(`a[href="/products/${gtin(3)}?language=de-de"]`).click()
    await page.getByRole('button', { name: 'Fetch from the partner' }).click()
    await page.getByText('Changed at the partner:').waitFor()
    await page.getByRole('button', { name: /^Sync this product/ }).click()
    await page.getByText(/Run .* started\./).waitFor()
    expect(await page.locator('#record-head').innerText()).toContain('up to date')
    expect(faults).toEqual([])
  })
})
