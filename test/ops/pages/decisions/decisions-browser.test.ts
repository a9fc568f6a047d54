import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpsServer } from '../../../../src/ops/server.ts'
import { findAxeViolations } from '../../../helpers/browser/axe.ts'
import { faultsOf, openBrowser, type Browser, type View } from '../../../helpers/browser/browser.ts'
import { openStage, type Mirror, type Stage } from '../../../helpers/sync/sync-deps.ts'
import { sync } from '../../../helpers/sync/sync-run.ts'
import { depsOfMirror } from '../../mirror-ops.ts'
import { opsServer, startOps } from '../../start-ops.ts'

const conflicts = 30

describe('the Decisions page in a browser', () => {
  let ops: Awaited<ReturnType<typeof startOps>>
  let stage: Stage
  let mirror: Mirror
  let browser: Browser
  let server: OpsServer
  let url: string
  let gtins: string[]

  beforeAll(async () => {
    ;[ops, stage, browser] = await Promise.all([startOps(), openStage({ gtins: conflicts }), openBrowser()])
    mirror = stage.openMirror()
    gtins = stage.gtins.toSorted()
    server = opsServer(ops.deps, depsOfMirror(mirror, ops.deps))
    url = (await server.listen()).url
    await sync(mirror)
    for (const gtin of gtins) {
      const { id } = await stage.editor.page({ gtin, language: 'de-de' })
      await stage.editor.edit(id, { title: 'Unser bestes Band' })
      await stage.mock.patchProduct(gtin, 'de-de', { name: 'Das neue Band' })
    }
    await sync(mirror)
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
    await Promise.all([ops.close(), stage.close()])
  })

  /** A page with its errors. */
  async function open(path: string, view: View = {}) {
    const page = await browser.page(view)
    const faults = faultsOf(page, url)
    await page.goto(url + path)
    return { page, faults }
  }
  const waiting = () => mirror.conflicts.count()

  test('the list and the question before a decision have no axe violation, and fit a phone in light and dark', async () => {
    const paths = ['/decisions', '/decisions?kind=held', '/decisions/confirm?choice=keep&all=yes', '/']
    for (const view of [{ width: 1280 }, { width: 390, scheme: 'dark' }] as const) {
      const { page, faults } = await open('/decisions', view)
      for (const path of paths) {
        await page.goto(url + path)
        expect([path, await findAxeViolations(page)]).toEqual([path, []])
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
          path,
          view.width,
        ])
      }
      expect(faults).toEqual([])
    }
  })

  test('the overview leads to the list, which marks the words that editor and partner changed', async () => {
    const { page, faults } = await open('/')
    await page.getByRole('link', { name: 'All decisions' }).click()
    await page.waitForURL('**/decisions?kind=open')
    const [first] = await page.locator('.entries li').all()
    expect(await first?.locator('[data-side="editor"] ins').innerText()).toContain('Unser bestes Band')
    expect(await first?.locator('[data-side="partner"] ins').innerText()).toContain('Das neue Band')
    expect(faults).toEqual([])
  })

  test('two selected records are kept after a question, and the others stay in conflict', async () => {
    const { page, faults } = await open('/decisions')
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
    const { page, faults } = await open('/decisions')
    const focused = () => page.evaluate<string>('document.activeElement?.textContent?.trim() ?? ""')
    const tabTo = async (text: string) => {
      for (let keys = 0; keys < 150 && (await focused()) !== text; keys++) await page.keyboard.press('Tab')
      expect(await focused()).toBe(text)
    }
    await tabTo('Select all on this page')
    await page.keyboard.press('Space')
    await page.getByText('25 selected').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.getByText('24 selected').waitFor()
    await tabTo('Hold')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Hold 24 records?' }).waitFor()
    expect(await mirror.decisions.count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('a record that changed after the page was shown or before the confirmation is left out', async () => {
    const { page } = await open('/decisions')
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
    const { page, faults } = await open('/decisions', { script: false, width: 390 })
    await page.getByRole('link', { name: 'Select all on this page' }).click()
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
