import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveRun, cancelRun } from '../../../src/sync/runs/begin-run.ts'
import { findAxeViolations } from '../../helpers/browser/axe.ts'
import { openDashboard, tabTo, type Dashboard } from '../../helpers/browser/dashboard.ts'
import { hold } from '../../helpers/sync/held-plan.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'

describe('in a browser', () => {
  let dashboard: Dashboard
  let stage: Stage
  let mirror: Mirror
  let url: string
  let beforeReply = async (): Promise<void> => {}
  let limited = { partner: 0, cms: 0 }

  beforeAll(async () => {
    dashboard = await openDashboard({
      gtins: 2,
      replace: (deps, ofServer) => ({
        health: { ...deps.health, limited: () => limited },
        control: {
          ...deps.control,
          async approve(runId) {
            const result = await approveRun(ofServer, runId)
            await beforeReply()
            return result
          },
        },
      }),
    })
    ;({ stage, mirror, url } = dashboard)
  })
  afterAll(() => dashboard.close())

  test('a held plan is approved with the keyboard alone, and its progress is shown', async () => {
    const runId = await hold(mirror)
    const { page, faults } = await dashboard.open()
    expect(await page.locator('h1').innerText()).toBe('Action needed')
    const [problem] = await page.locator('.health li').allInnerTexts()
    expect(problem).toContain(`Run ${runId} is held (2 new pages).`)
    expect(await page.locator('#held').innerText()).toMatch(/to create\s+2/)
    await tabTo(page, new RegExp(`^Approve this plan: run ${runId}$`))
    const beside = await dashboard.open()
    // The run is announced to every open page before the form has its reply.
    beforeReply = () => beside.page.locator(`#live[data-run="${runId}"]`).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(`Approved run ${runId}.`).waitFor()
    beforeReply = async () => {}
    expect(await mirror.runs.state(runId)).toBe('writing')

    await page.locator(`#live[data-run="${runId}"]`).waitFor()
    await mirror.runs.update(runId, { checkedAt: new Date().toISOString() })
    await mirror.runs.advance(runId, { written: 1, 'written:de-de': 1 })
    await page.getByText('writing: 1 of 2 pages').waitFor()
    expect(await page.locator('[data-language="de-de"] .count').innerText()).toBe('1 of 2')
    limited = { partner: 0, cms: 3_600_000 }
    const pause = page.getByText('Rate-limited by the CMS: limited until ')
    await pause.waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    limited = { partner: 0, cms: 0 }
    await pause.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  test('forms and links work without JavaScript', async () => {
    const { page, faults } = await dashboard.open('/', { script: false, width: 390 })
    await page.getByRole('link', { name: 'Reload' }).click()
    await page.getByRole('button', { name: /^Cancel the run/ }).click()
    await page
      .getByText(/Cancelled run/)
      .first()
      .waitFor()
    expect(await page.locator('#live').isVisible()).toBe(false)

    const held = await hold(mirror)
    await page.goto(url)
    await page.getByRole('button', { name: `Approve this plan: run ${held}` }).click()
    await page.getByRole('status').getByText(`Approved run ${held}.`).waitFor()
    expect(await mirror.runs.state(held)).toBe('writing')
    await cancelRun(mirror, held)
    expect(faults).toEqual([])
  })

  test('an open page shows when a run starts', async () => {
    const { page, faults } = await dashboard.open()
    expect(await page.locator('#live').isVisible()).toBe(false)
    const runId = await hold(mirror)
    await approveRun(mirror, runId)
    await page.locator(`#live[data-run="${runId}"]`).waitFor()
    await cancelRun(mirror, runId)
    await page.locator('#live').waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })

  test('a search that is being entered is kept when a run starts, and the page reports the run', async () => {
    const { page, faults } = await dashboard.open()
    const entry = page.getByLabel('Search')
    await entry.fill('40063813')
    const runId = await hold(mirror)
    await approveRun(mirror, runId)
    const notice = page
      .getByRole('status')
      .getByText('A run has started or ended since this page was loaded.')
    await notice.waitFor()
    expect(await entry.inputValue()).toBe('40063813')
    expect(await findAxeViolations(page)).toEqual([])
    expect(faults).toEqual([])
    await cancelRun(mirror, runId)
    await entry.fill(stage.gtins[0] ?? '')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.waitForURL(`${url}/search?q=${stage.gtins[0]}`)
  })

  test.each([{ width: 1280 }, { width: 390, scheme: 'dark' }] as const)(
    'axe finds no violation and nothing is cut off: %o',
    (view) => dashboard.expectClean(['/', '/audit'], view),
  )

  test('the queues page has the same navigation and contacts no other host', async () => {
    const { page, faults } = await dashboard.open('/queues')
    await page.getByRole('link', { name: 'write-pages' }).first().click()
    await page.waitForURL('**/queues/queue/write-pages**')
    await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
    await page.waitForURL(`${url}/`)
    expect(faults).toEqual([])
  })
})
