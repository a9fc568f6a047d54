import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard, type Dashboard } from '../../../helpers/browser/dashboard.ts'
import { hold } from '../../../helpers/sync/held-plan.ts'
import { sync } from '../../../helpers/sync/sync-run.ts'
import { aRun } from '../../start-ops.ts'

const nightly = '2026-11-29-9'

describe('in a browser', () => {
  let dashboard: Dashboard
  let url: string
  let written: string
  let held: string

  beforeAll(async () => {
    dashboard = await openDashboard({ gtins: 60, replace: () => ({ timeZone: 'America/New_York' }) })
    const { ops, stage, mirror } = dashboard
    url = dashboard.url
    written = (await sync(mirror)).run.id
    await stage.mock.patchProduct(stage.gtins[0] ?? '', '*', { price: '99.90' })
    await sync(mirror)
    const endedAt = new Date().toISOString()
    await mirror.runs.begin(aRun({ id: nightly, state: 'writing', createdAt: endedAt, finishedAt: endedAt }))
    await mirror.runs.update(nightly, { state: 'done' })
    held = await hold(mirror)
    await ops.deps.audit.add({
      at: '2026-11-20T05:00:00.000Z',
      by: 'olive',
      from: '192.0.2.4',
      via: 'dashboard',
      action: 'approve',
      subject: `run ${written}`,
      done: true,
      result: `Approved run ${written}.`,
    })
  })
  afterAll(() => dashboard.close())

  test.each([{}, { script: false, width: 390 }])('runs are filtered with the keyboard: %o', async (view) => {
    const { page, faults } = await dashboard.open('/runs', view)
    const rows = page.locator('.runs tbody tr')
    expect(await rows.count()).toBe(4)
    expect(await page.locator('.compared a').first().innerText()).toContain('Compared with run')
    await page.getByLabel('State').focus()
    await page.getByLabel('State').selectOption('held')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Show', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/state=held/)
    expect(await rows.count()).toBe(1)
    expect(await rows.first().locator('a').first().innerText()).toBe(held)
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.waitForURL(`${url}/runs`)
    expect(faults).toEqual([])
  })

  test('the changes of the last night are one click from the overview', async () => {
    const { page, faults } = await dashboard.open()
    await page.getByRole('link', { name: 'What changed' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/runs/${nightly}#changes`)
    expect(faults).toEqual([])
  })

  test('states of the legend filter the coverage table', async () => {
    const { page, faults } = await dashboard.open('/coverage')
    const states = page.getByRole('list', { name: 'States in the table' })
    await states.getByRole('link', { name: /up to date/ }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/state=up-to-date/)
    expect(await states.locator('[aria-current]').innerText()).toContain('up to date')
    expect(await page.locator('.grid tbody tr').count()).toBeGreaterThan(0)
    const widths = await page.evaluate<number[]>(
      '[".grid", "main"].map((name) => document.querySelector(name).getBoundingClientRect().width)',
    )
    expect(widths[0]).toBeGreaterThan((widths[1] ?? 0) - 2)
    expect(faults).toEqual([])
  })

  test('times are in the mirror’s zone, with UTC on hover', async () => {
    const { page } = await dashboard.open('/audit')
    const time = page.locator('.audit time')
    expect(await time.innerText()).toBe('2026-11-20 00:00 EST')
    expect(await time.getAttribute('title')).toBe('2026-11-20 05:00 UTC')
  })

  test.each([{ width: 1280 }, { width: 390, scheme: 'dark' }, { width: 800 }] as const)(
    'axe finds no violation and nothing is cut off: %o',
    (view) =>
      dashboard.expectClean(
        ['/', '/runs', '/runs?kind=rebuild', '/coverage', '/coverage?state=failing', '/audit'],
        view,
      ),
  )
})
