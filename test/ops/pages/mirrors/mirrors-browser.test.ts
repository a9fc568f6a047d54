import type { Page } from 'playwright-core'
import { expect, test as plain } from 'vitest'
import { findAxeViolations } from '../../../helpers/browser/axe.ts'
import { faultsOf, openBrowser } from '../../../helpers/browser/browser.ts'
import { openEditor } from '../../../helpers/content/editor.ts'
import { untilState } from '../../../helpers/world/api-runs.ts'
import { openTwoSites } from '../../../helpers/world/several-mirrors.ts'

const test = plain.extend('stage', { scope: 'file' }, async ({}, { onCleanup }) => {
  const [sites, browser] = await Promise.all([openTwoSites(), openBrowser()])
  const file = await sites.mirrorsOf({ a: {}, b: sites.settingsOfB })
  const daemon = sites.world.spawnDaemon(file)
  onCleanup(async () => {
    await browser.close()
    await sites.close()
  })
  return { sites, browser, file, url: await daemon.ready() }
})

/** Waits until the first line of the page contains this text. */
async function untilSaid(page: Page, text: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).getByText(text).waitFor()
}

/** Waits until the run that an action started or approved is over. */
async function untilOver(page: Page, url: string, said: RegExp): Promise<void> {
  const text = await page.getByText(said).first().innerText()
  await untilState(url, said.exec(text)?.[1] ?? '')
}

test('one of two mirrors can be used from the list to a decision and back', async ({ stage }) => {
  const { url, browser, sites, file } = stage
  const { world } = sites
  const [gtin = ''] = world.gtins
  const first = await world.runWith(file, 'sync', '--mirror', 'a')
  expect(first.code).toBe(0)
  const page = await browser.page()
  const faults = faultsOf(page, url)
  await page.goto(url)
  expect(await page.locator('tbody th').allInnerTexts()).toEqual(['a', 'b'])
  await page.getByRole('link', { name: 'a', exact: true }).click()
  await page.waitForURL(`${url}/m/a/`)

  // Every form returns to a page of the mirror; live updates show the end of the run.
  await page.getByRole('button', { name: 'Sync', exact: true }).click()
  await untilOver(page, `${url}/m/a`, /Run (\S+) \(sync\) started\./)
  expect(page.url()).toMatch(/\/m\/a\/(?:\?flash=|$)/)
  await untilSaid(page, 'Healthy: 3 pages mirrored; ')
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.waitForURL(`${url}/m/a/runs`)
  // The first run created the pages.
  await page.locator('tbody th a').nth(1).click()
  await page.waitForURL(/\/m\/a\/runs\/[\d-]+$/)
  await page.locator(`main a[href*="/products/${gtin}"]`).first().click()
  await page.waitForURL(`${url}/m/a/products/${gtin}*`)

  const editor = openEditor(world.mock.cmsRoot)
  const edited = await editor.page({ gtin, language: 'de-de' })
  await editor.edit(edited.id, { title: 'Vom Redakteur' })
  await world.mock.patchProduct(gtin, 'de-de', { name: 'Vom Partner' })
  await page.getByRole('button', { name: 'Sync this product' }).click()
  await untilOver(page, `${url}/m/a`, /Run (\S+) \(sync\) started\./)
  expect(page.url()).toMatch(new RegExp(`/m/a/products/${gtin}\\?`))
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.getByRole('listitem').getByText('1 record needs a decision.').waitFor()

  await page.getByRole('link', { name: 'All decisions' }).click()
  await page.waitForURL(`${url}/m/a/decisions?kind=open`)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Overwrite' }).first().click()
  await page.waitForURL(/\/m\/a\/decisions\/confirm\?/)
  await page.locator('.confirm button').click()
  await page.waitForURL(/\/m\/a\/decisions\?/)
  await page.locator('.flash.good').waitFor()

  // A held plan that is approved here. Its command contains the mirror.
  const held = await world.runWith(file, 'sync', '--rewrite', '--mirror', 'a')
  expect(held.code).toBe(4)
  expect(held.stdout + held.stderr).toMatch(/product-mirror approve --mirror a \S+/)
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  expect(await page.locator('#held').innerText()).toMatch(/product-mirror approve --mirror a \S+/)
  await page.getByRole('button', { name: /^Approve this plan/ }).click()
  await untilOver(page, `${url}/m/a`, /Approved run (\S+)\. Its plan is checked again/)
  // Until its reload at the end of the run, the page shows both.
  await page.locator('#live').waitFor({ state: 'hidden' })
  await untilSaid(page, 'Healthy: 3 pages mirrored; ')
  expect((await editor.page({ gtin, language: 'de-de' })).title.raw).toBe('Vom Partner')

  await page.getByLabel('Search').fill(gtin)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.waitForURL(`${url}/m/a/search?q=${gtin}`)
  await page.getByRole('link', { name: 'Details and history' }).click()
  await page.waitForURL(`${url}/m/a/products/${gtin}`)
  await page.locator('.switch summary').click()
  await page.getByRole('link', { name: 'b', exact: true }).click()
  await page.waitForURL(`${url}/m/b/coverage`)
  await page.locator('.switch summary').click()
  await page.getByRole('link', { name: 'All mirrors' }).click()
  await page.waitForURL(`${url}/`)
  expect(faults).toEqual([])
})

test('an open page of a mirror shows its own run, and not that of another', async ({ stage }) => {
  const { url, browser, sites } = stage
  await sites.other.faults([
    { side: 'partner', path: '/product', share: 1, kind: 'retry-after', seconds: 3_600 },
  ])
  const [ofA, ofB, starting] = await Promise.all([browser.page(), browser.page(), browser.page()])
  await Promise.all([ofA.goto(`${url}/m/a/`), ofB.goto(`${url}/m/b/`), starting.goto(`${url}/m/b/`)])
  // The page of an empty mirror offers a plan.
  await starting.getByRole('button', { name: 'Plan', exact: true }).click()
  await ofB.getByText('Rate-limited by the partner: limited until ').waitFor()
  expect(await ofA.locator('#live').isVisible()).toBe(false)
  await ofB.getByRole('button', { name: /^Cancel the run/ }).click()
  await ofB
    .getByText(/Cancelled run/)
    .first()
    .waitFor()
  expect(ofB.url()).toContain('/m/b/')
  expect(await ofB.locator('#live').isVisible()).toBe(false)
})

test('no link of a mirror leads to another by mistake, and each link works', async ({ stage }) => {
  const { url, browser } = stage
  const page = await browser.page()
  const faults = faultsOf(page, url)
  const known = new Set(['/m/a/'])
  const mayLeave = /^\/(?:$|m\/b\/|m\/a\/)/
  const out: string[] = []
  for (const path of known) {
    const answer = await page.goto(url + path, { waitUntil: 'domcontentloaded' })
    if ((answer?.status() ?? 0) >= 400) out.push(`${path}: ${answer?.status()}`)
    const found = await page.locator('a[href], form[action]').evaluateAll((all) =>
      all
        .filter((one) => !one.hasAttribute('download'))
        .map((one) => ({
          address: one.getAttribute('href') ?? one.getAttribute('action') ?? '',
          isLink: one.localName === 'a',
        })),
    )
    for (const { address, isLink } of found) {
      if (!address.startsWith('/')) continue
      if (!mayLeave.test(address)) out.push(`${path} leads to ${address}`)
      const next = address.replace(/[#?].*$/, '')
      if (isLink && address.startsWith('/m/a/') && !next.includes('/queues') && !next.includes('/api/'))
        known.add(next)
    }
  }
  expect(out).toEqual([])
  expect([...known]).toEqual(
    expect.arrayContaining(['/m/a/coverage', '/m/a/decisions', '/m/a/runs', '/m/a/audit']),
  )
  expect(faults).toEqual([])
})

test('the queues of a mirror are its own, below its navigation', async ({ stage }) => {
  const { url, browser } = stage
  const page = await browser.page()
  const faults = faultsOf(page, url)
  await page.goto(`${url}/m/b/queues`)
  await page.getByRole('link', { name: 'plan' }).first().click()
  await page.waitForURL('**/m/b/queues/queue/plan**')
  await page.getByRole('link', { name: 'Decisions', exact: true }).click()
  await page.waitForURL(`${url}/m/b/decisions`)
  expect(faults).toEqual([])
})

test('axe finds no violation in the list of mirrors or in the switch, and nothing is cut off', async ({
  stage,
}) => {
  const { url, browser } = stage
  for (const view of [{ width: 1280 }, { width: 390, scheme: 'dark' }] as const) {
    const page = await browser.page(view)
    await page.goto(url)
    expect(await findAxeViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.width)
    await page.goto(`${url}/m/a/`)
    await page.locator('.switch summary').click()
    expect(await findAxeViolations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(view.width)
  }
})
