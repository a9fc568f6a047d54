import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWriteSchedule } from '../../../../src/lib/time/write-windows.ts'
import { focused, openDashboard, tabTo, type Dashboard } from '../../../helpers/browser/dashboard.ts'
import { hold } from '../../../helpers/sync/held-plan.ts'

const hourMs = 3_600_000
const everyDay = [0, 1, 2, 3, 4, 5, 6]
/** The shared clock of a test starts at 05:00 in Vienna. */
const writeSchedule = createWriteSchedule([{ days: everyDay, from: 5 * 60, to: 6 * 60 }], 'Europe/Vienna')
let dashboard: Dashboard
let held: string
const approved: (string | undefined)[] = []

beforeAll(async () => {
  dashboard = await openDashboard({
    gtins: 3,
    mirror: { writeSchedule },
    replace: (deps, mirror) => ({
      health: { ...deps.health, writePause: () => mirror.writeGate.known() },
      control: {
        ...deps.control,
        approve(runId, part, writeNow) {
          approved.push(writeNow)
          return deps.control.approve(runId, part, writeNow)
        },
      },
    }),
  })
  held = await hold(dashboard.mirror)
})
afterAll(() => dashboard.close())

test.each([{}, { script: false, width: 390 }])(
  'an operator pauses and resumes the writes by keyboard: %o',
  async (view) => {
    const { mirror } = dashboard
    const { page, faults } = await dashboard.open('/', view)
    await tabTo(page, /^Pause writes to the CMS$/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('yesterday')
    await page.keyboard.press('Tab')
    await page.keyboard.type('shop update')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('until: “yesterday” is not a time').waitFor()
    expect(await mirror.writePauses.read()).toBeUndefined()

    await tabTo(page, /^Pause writes to the CMS$/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('30m')
    await page.keyboard.press('Tab')
    await page.keyboard.type('shop update')
    await tabTo(page, /^Pause writes$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Writes are paused' }).waitFor()
    expect(await page.locator('#pause').innerText()).toContain('(by the dashboard): shop update.')
    expect(await mirror.writePauses.read()).toMatchObject({ reason: 'shop update' })
    await page.goto(dashboard.url)
    await tabTo(page, /^Resume writes$/)
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('The pause has ended.').waitFor()
    expect(await page.locator('#pause').count()).toBe(0)
    expect(await mirror.writePauses.read()).toBeUndefined()
    expect(faults).toEqual([])
  },
)

test('outside the windows, a plan is approved to be written now only with a reason, by keyboard', async () => {
  const { mirror } = dashboard
  const { page, faults } = await dashboard.open(`/runs/${held}`)
  expect(await page.getByLabel('Write now, outside the windows').count()).toBe(0)
  mirror.pass(2 * hourMs)
  await page.goto(dashboard.url)
  await page.getByRole('heading', { name: 'Outside the write windows' }).waitFor()
  await page.goto(`${dashboard.url}/runs/${held}`)
  await dashboard.expectClean(['/', `/runs/${held}`], { width: 390, scheme: 'dark' }, (shown) =>
    shown.evaluate<undefined>(
      `for (const box of document.querySelectorAll('[name="now"]')) box.click()
       for (const one of document.querySelectorAll('main details')) one.open = true`,
    ),
  )
  const reason = page.locator('.summary-line').getByLabel('Reason')
  expect(await reason.isVisible()).toBe(false)
  await tabTo(page, /^Write now, outside the windows$/)
  await page.keyboard.press('Space')
  expect(await reason.isVisible()).toBe(true)
  await tabTo(page, /^Approve this plan/)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('now requires a reason').waitFor()
  expect(approved).toEqual([])

  await tabTo(page, /^Write now, outside the windows$/)
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Reason')
  await page.keyboard.type('the price was wrong')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('It does not wait for a write window.').waitFor()
  expect(approved).toEqual(['the price was wrong'])
  await page.goto(`${dashboard.url}/audit`)
  await page
    .getByText(`Run ${held} may write outside the write windows: the price was wrong.`)
    .first()
    .waitFor()
  expect(faults).toEqual([])
})

test('a run that waits for a window is released without JavaScript', async () => {
  const { mirror } = dashboard
  await mirror.writePauses.forgetNow(held)
  const { page, faults } = await dashboard.open(`/runs/${held}`, { script: false, width: 390 })
  expect(await page.locator('.pauses').innerText()).toContain('outside the write windows')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.getByLabel('Reason').fill('the shop opens today')
  await page.getByRole('button', { name: /^Write now, outside the windows/ }).click()
  await page.getByRole('status').getByText('It does not wait for a write window.').waitFor()
  expect(await mirror.writePauses.mayWriteNow(held)).toBe(true)
  expect(await page.locator('.pauses').innerText()).toBe('')
  expect(faults).toEqual([])
})
