import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpsServer } from '../../../src/ops/server.ts'
import { approveRun, cancelRun } from '../../../src/sync/runs/begin-run.ts'
import { findAxeViolations } from '../../helpers/browser/axe.ts'
import { faultsOf, openBrowser, type Browser, type View } from '../../helpers/browser/browser.ts'
import { hold } from '../../helpers/sync/held-plan.ts'
import { openStage, type Mirror, type Stage } from '../../helpers/sync/sync-deps.ts'
import { depsOfMirror } from '../mirror-ops.ts'
import { opsServer, startOps } from '../start-ops.ts'

describe('in a browser', () => {
  let ops: Awaited<ReturnType<typeof startOps>>
  let stage: Stage
  let mirror: Mirror
  let browser: Browser
  let server: OpsServer
  let url: string
  let beforeReply = async (): Promise<void> => {}
  let limited = { partner: 0, cms: 0 }

  beforeAll(async () => {
    ;[ops, stage, browser] = await Promise.all([startOps(), openStage({ gtins: 2 }), openBrowser()])
    mirror = stage.openMirror()
    server = opsServer(ops.deps, {
      ...depsOfMirror(mirror, ops.deps),
      health: { ...ops.deps.health, limited: () => limited },
      control: {
        ...ops.deps.control,
        async approve(runId) {
          const result = await approveRun(mirror, runId)
          await beforeReply()
          return result
        },
        cancel: (runId) => cancelRun(mirror, runId),
      },
    })
    url = (await server.listen()).url
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
    await Promise.all([ops.close(), stage.close()])
  })

  /** A page with its errors. */
  async function open(view: View = {}) {
    const page = await browser.page(view)
    const faults = faultsOf(page, url)
    return { page, faults }
  }

  test('a held plan is approved with the keyboard alone, and its progress is shown', async () => {
    const runId = await hold(mirror)
    const { page, faults } = await open()
    await page.goto(url)
    expect(await page.locator('h1').innerText()).toBe('Action needed')
    const [problem] = await page.locator('.health li').allInnerTexts()
    expect(problem).toContain(`Run ${runId} is held (2 new pages).`)
    expect(await page.locator('#held').innerText()).toMatch(/to create\s+2/)
    const focused = () => page.evaluate<string>('document.activeElement?.getAttribute("aria-label") ?? ""')
    for (let keys = 0; keys < 40 && !(await focused()).startsWith('Approve this plan'); keys++)
      await page.keyboard.press('Tab')
    expect(await focused()).toBe(`Approve this plan: run ${runId}`)
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid')
    const beside = await open()
    await beside.page.goto(url)
    // The run is announced to every open page before the form has its reply.
    beforeReply = () => beside.page.locator(`#live[data-run="${runId}"]`).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(`Approved run ${runId}.`).waitFor()
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
    const { page, faults } = await open({ script: false, width: 390 })
    await page.goto(url)
    await page.getByRole('link', { name: 'Reload' }).click()
    await page.getByRole('button', { name: /^Cancel the run/ }).click()
    await page
      .getByText(/Cancelled run/)
      .first()
      .waitFor()
    expect(await page.locator('#live').isVisible()).toBe(false)
    expect(faults).toEqual([])
  })

  test('an open page shows when a run starts', async () => {
    const { page, faults } = await open()
    await page.goto(url)
    expect(await page.locator('#live').isVisible()).toBe(false)
    const runId = await hold(mirror)
    await approveRun(mirror, runId)
    await page.locator(`#live[data-run="${runId}"]`).waitFor()
    await cancelRun(mirror, runId)
    await page.locator('#live').waitFor({ state: 'hidden' })
    expect(faults).toEqual([])
  })

  test('a search that is being entered is kept when a run starts, and the page reports the run', async () => {
    const { page, faults } = await open()
    await page.goto(url)
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
    async (view) => {
      const { page, faults } = await open(view)
      for (const path of ['/', '/audit']) {
        await page.goto(url + path)
        expect(await findAxeViolations(page)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.width)
      }
      expect(faults).toEqual([])
    },
  )

  test('the queues page has the same navigation and contacts no other host', async () => {
    const { page, faults } = await open()
    await page.goto(`${url}/queues`)
    await page.getByRole('link', { name: 'write-pages' }).first().click()
    await page.waitForURL('**/queues/queue/write-pages**')
    await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
    await page.waitForURL(`${url}/`)
    expect(faults).toEqual([])
  })
})
