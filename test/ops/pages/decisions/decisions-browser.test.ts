import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard, tabTo, type Dashboard } from '../../../helpers/browser/dashboard.ts'
import type { Mirror, Stage } from '../../../helpers/sync/sync-deps.ts'
import { sync } from '../../../helpers/sync/sync-run.ts'

const conflicts = 30

describe('the Decisions page in a browser', () => {
  let dashboard: Dashboard
  let stage: Stage
  let mirror: Mirror
  let gtins: string[]

  beforeAll(async () => {
    dashboard = await openDashboard({ gtins: conflicts })
    ;({ stage, mirror } = dashboard)
    gtins = stage.gtins.toSorted()
    await sync(mirror)
    for (const gtin of gtins) {
      const { id } = await stage.editor.page({ gtin, language: 'de-de' })
      await stage.editor.edit(id, { title: 'Unser bestes Band' })
      await stage.mock.patchProduct(gtin, 'de-de', { name: 'Das neue Band' })
    }
    await sync(mirror)
  })
  afterAll(() => dashboard.close())
  const waiting = () => mirror.conflicts.count()

  test('the list and the question before a decision have no axe violation, and fit a phone in light and dark', async () => {
    const paths = ['/decisions', '/decisions?kind=held', '/decisions/confirm?choice=keep&all=yes', '/']
    for (const view of [{ width: 1280 }, { width: 390, scheme: 'dark' }] as const)
      await dashboard.expectClean(paths, view)
  })

  test('the overview leads to the list, which marks the words that editor and partner changed', async () => {
    const { page, faults } = await dashboard.open('/')
    await page.getByRole('link', { name: 'All decisions' }).click()
    await page.waitForURL('**/decisions?kind=open')
    const [first] = await page.locator('.entries li').all()
    expect(await first?.locator('[data-side="editor"] ins').innerText()).toContain('Unser bestes Band')
    expect(await first?.locator('[data-side="partner"] ins').innerText()).toContain('Das neue Band')
    expect(faults).toEqual([])
  })

  test('two selected records are kept after a question, and the others stay in conflict', async () => {
    const { page, faults } = await dashboard.open('/decisions')
    for (const gtin of gtins.slice(0, 2)) await page.getByLabel(`${gtin} de-de`).check()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Keep', exact: true }).click()
    await page.getByRole('heading', { name: 'Keep the editor’s text of 2 records?' }).waitFor()
    expect(await waiting()).toBe(conflicts)
    await page.getByRole('button', { name: /^Keep the editor’s text/ }).click()
    await page.getByText('Kept: the editor’s text of 2 records').waitFor()
    expect(await waiting()).toBe(conflicts - 2)
    expect(new URL(page.url()).pathname).toBe('/decisions')
    expect(await page.getByLabel(`${gtins[0]} de-de`).count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('a page is selected and decided with the keyboard alone', async () => {
    const { page, faults } = await dashboard.open('/decisions')
    await tabTo(page, /^Select all on this page$/)
    await page.keyboard.press('Space')
    await page.getByText('25 selected').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.getByText('24 selected').waitFor()
    await tabTo(page, /^Hold$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Hold 24 records?' }).waitFor()
    expect(await mirror.decisions.count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('a record that changed after the page was shown or before the confirmation is left out', async () => {
    const { page } = await dashboard.open('/decisions')
    const [, , first = '', second = '', third = ''] = gtins
    for (const gtin of [first, second, third]) await page.getByLabel(`${gtin} de-de`).check()
    await stage.mock.patchProduct(first, 'de-de', { name: 'Noch ein Band' })
    await sync(mirror)
    await page.getByRole('button', { name: 'Overwrite', exact: true }).click()
    await page.getByText('1 selected record left out').waitFor()
    await stage.mock.patchProduct(second, 'de-de', { name: 'Noch ein Band' })
    await sync(mirror)
    await page.getByRole('button', { name: /^Overwrite/ }).click()
    await page.getByText(`Saved for 1 record (${third}/de-de)`).waitFor()
    await page.getByText(`1 record was refused: ${second}/de-de. ${second}/de-de has changed`).waitFor()
    expect(await mirror.decisions.count()).toBe(1)
  })

  test('all matching records are decided without JavaScript', async () => {
    const { page, faults } = await dashboard.open('/decisions', { script: false, width: 390 })
    await page.getByRole('link', { name: 'Select all on this page' }).click()
    await page.waitForURL(/[?&]select=page/)
    expect(await page.locator('input[name="record"]:checked').count()).toBe(25)
    await page.getByLabel('Language').selectOption('de-de')
    await page.getByLabel('Show').selectOption('open')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByLabel('Select all 27 that match').check()
    await page.getByRole('button', { name: 'Keep', exact: true }).click()
    await page.getByRole('button', { name: /^Keep the editor’s text/ }).click()
    await page.getByText('Kept: the editor’s text of 27 records').waitFor()
    expect(await waiting()).toBe(1)
    expect(faults).toEqual([])
  })
})
