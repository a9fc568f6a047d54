import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, tabTo, type Dashboard } from '../../helpers/browser/dashboard.ts'
import { approve, hold } from '../../helpers/sync/held-plan.ts'
import { sync } from '../../helpers/sync/sync-run.ts'
import { login, loopback } from '../start-ops.ts'

const reader = { username: 'rita', password: 'pass-word-2' }
const operator = { username: login.user, password: login.password }
let dashboard: Dashboard
let pages: string[]
let held: string
let gtins: readonly string[]

beforeAll(async () => {
  dashboard = await openDashboard({
    gtins: 6,
    replace: () => ({
      config: { ...loopback, ...login, readerUser: reader.username, readerPassword: reader.password },
    }),
  })
  const { stage, mirror, ops } = dashboard
  gtins = stage.gtins.toSorted()
  const [conflicting = '', failing = '', changed = ''] = gtins
  await sync(mirror)
  mirror.pass(3_600_000)
  const { id } = await stage.editor.page({ gtin: conflicting, language: 'de-de' })
  await stage.editor.edit(id, { title: 'Vom Redakteur' })
  await stage.mock.patchProduct(conflicting, 'de-de', { name: 'Vom Partner' })
  await stage.mock.patchProduct(failing, 'de-de', { name: null })
  const { run } = await sync(mirror)
  await stage.mock.patchProduct(changed, 'de-de', { name: 'Dichtband blau' })
  held = await hold(mirror)
  await ops.queue.add('batch', { runId: held })
  pages = [
    '/',
    '/coverage',
    '/coverage?state=failing',
    '/decisions',
    '/decisions/confirm?choice=keep&all=yes',
    '/runs',
    `/runs/${run.id}`,
    `/runs/${held}`,
    `/products/${conflicting}`,
    `/products/${failing}`,
    '/products/4006381333931',
    `/search?q=${conflicting}`,
    '/search?q=no+such+product',
    '/audit',
    '/queues',
    '/nowhere',
  ]
})
afterAll(() => dashboard.close())

test('a reader sees every page without a form that acts, and cannot act', async () => {
  const { mirror, url } = dashboard
  const { page, faults } = await dashboard.open('/', { login: reader })
  for (const path of pages) {
    await page.goto(url + path)
    await page.locator('h1, #root main').first().waitFor()
    expect([path, await page.locator('form[method="post"]').count()]).toEqual([path, 0])
    // A heading, list or hint for buttons that are missing would be confusing.
    const text = await page.locator('body').innerText()
    expect([path, /Start a run|Undo this run|Pause writes|Select all|To add it now/.exec(text)]).toEqual([
      path,
      null,
    ])
  }
  // Two of the pages do not exist, which the browser reports.
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])

  const post = (path: string, form: Record<string, string>) =>
    page.evaluate<number>(
      `fetch('${path}', { method: 'POST', body: new URLSearchParams(${JSON.stringify(form)}) }).then(({ status }) => status)`,
    )
  expect(await post('/actions/approve', { run: held })).toBe(403)
  expect(await post('/actions/pause', { until: '1h', reason: 'x' })).toBe(403)
  expect(await mirror.runs.state(held)).toBe('held')
})

test('a reader finds a product and its reason by keyboard', async () => {
  const { page, faults } = await dashboard.open('/', { login: reader })
  await page.keyboard.press('/')
  await page.keyboard.type(gtins[1] ?? '')
  await page.keyboard.press('Enter')
  await page.locator('.presence').waitFor()
  await tabTo(page, /^Details and history of this product$/)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/products/${gtins[1]}`)
  await page.getByRole('navigation').getByRole('link', { name: 'Runs' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('State').selectOption('held')
  await tabTo(page, /^Show$/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/state=held/)
  expect(await page.locator('.runs tbody a').first().innerText()).toBe(held)
  expect(faults).toEqual([])
})

const moving = `(() => {
  const styles = [...document.querySelectorAll('*')].flatMap((one) =>
    ['', '::before', '::after'].map((part) => ({ one, style: getComputedStyle(one, part) })),
  )
  const isLong = (times) => times.split(',').some((time) => parseFloat(time) > 0)
  const found = styles.filter(({ one, style }) =>
    (style.transitionProperty !== 'none' && isLong(style.transitionDuration)) ||
    style.animationName !== 'none' ||
    style.scrollBehavior === 'smooth' ||
    (one.matches('progress:indeterminate') && style.appearance !== 'none'))
  return [...found.map(({ one }) => one.outerHTML.slice(0, 120)), ...document.getAnimations().map(String)]
})()`

test('with reduced motion, nothing on any page moves', async () => {
  const { mirror, url } = dashboard
  const { page } = await dashboard.open('/', { login: operator, motion: false })
  for (const path of pages) {
    await page.goto(url + path)
    if (path === '/queues') await page.getByRole('link', { name: 'write-pages' }).first().waitFor()
    expect([path, await page.evaluate(moving)]).toEqual([path, []])
  }
  await approve(mirror, held)
  await page.goto(`${url}/runs/${held}`)
  expect(await page.locator('progress').count()).toBeGreaterThan(0)
  expect(await page.evaluate(moving)).toEqual([])
})
