import type { Browser } from '../../test/helpers/browser/browser.ts'
import type { RecordKey } from '../../src/core/record/record.ts'
import { go, snapshotOf } from '../../test/helpers/sync/sync-run.ts'
import { authorization, hasEnded, openWorld, request, type World } from './open-world.ts'
import { livePastMonth } from './past-month.ts'
import { narrow, narrowDark, wide, wideDark, type Scene } from './save-picture.ts'

type Take = (scene: Scene) => Promise<void>

/** Brings a real mirror from one state to the next; `take` gets the scenes of each. */
export async function showDashboard(browser: Browser, take: Take): Promise<void> {
  const world = await openWorld()
  try {
    await take({ name: 'overview-empty', url: await world.startDaemon({ MIRROR_ID: 'new' }), authorization })
    await livePastMonth(world, world.mirror)
    const url = await world.startDaemon()
    const see = (name: string, path: string, ...looks: Scene['looks'] & {}): Promise<void> =>
      take({ name, url: url + path, authorization, ...(looks.length > 0 && { looks }) })
    const sync = async (): Promise<string> => {
      const runId = await start(url)
      await world.until(runId, hasEnded)
      return runId
    }

    await sync()
    await see('overview-well', '/', wide, wideDark, narrow, narrowDark)
    await showRun(world, url, see)
    await showConflict(world, sync, see)
    await showFailing(world, sync, see)
    await showHeld(world, url, sync, see)

    const page = await browser.page()
    await page.setExtraHTTPHeaders({ authorization })
    await page.goto(url)
    await page.getByRole('button', { name: /^Approve this plan/ }).click()
    await page.getByText('Approved run').first().waitFor()
    await page.context().close()
    const [approved] = await world.mirror.runs.list(1)
    if (approved) await world.until(approved.id, hasEnded)
    await request(`${url}/api/runs`, { kind: 'plan' })
    await see('runs', '/runs')
    await see('audit', '/audit')
    await showSearch(world, see)
    await request(`${url}/api/pause`, { until: '2h', reason: 'update of the shop system' })
    await see('overview-paused', '/', ...all)
    await request(`${url}/api/resume`, {})
    await take({
      name: 'queues',
      url: `${url}/queues`,
      authorization,
      looks: [wide],
      prepare: (shown) => shown.getByText('Loading').waitFor({ state: 'detached' }),
    })
    await showClosedWindow(world, take)
  } finally {
    await world.end()
  }
}

const all = [wide, wideDark, narrow, narrowDark]

/** A product that is missing in some languages, several products, and none. */
async function showSearch({ gtin }: World, see: See): Promise<void> {
  await see('search', '/search?q=tape', ...all)
  await see('search-product', `/search?q=${gtin(4)}`, ...all)
  await see('search-none', '/search?q=roof+membrane+9999')
}

/** Outside the write windows, one run waits to write, and another to be approved. */
async function showClosedWindow(world: World, take: Take): Promise<void> {
  const { mock, gtins } = world
  await world.stopDaemons()
  const url = await world.startDaemon({ WRITE_WINDOWS: closedNow() })
  const see = (name: string, path: string): Promise<void> =>
    take({ name, url: url + path, authorization, looks: all })
  for (const one of gtins.slice(0, 30)) await mock.patchProduct(one, '*', { price: '31.50' })
  const held = await start(url)
  await world.until(held, hasEnded)
  await see('run-held-window-closed', `/runs/${held}`)
  const product = gtins[35] ?? ''
  await mock.patchProduct(product, '*', { price: '32.50' })
  const waiting = await request(`${url}/api/runs`, { kind: 'sync', gtins: [product] })
  await world.until(waiting?.id ?? '', ({ state }) => state === 'writing')
  await see('overview-window-closed', '/')
}

/** Write windows that are closed for hours. */
function closedNow(): string {
  const from = (new Date().getUTCHours() + 6) % 24
  const two = (hours: number): string => String(hours).padStart(2, '0')
  return `* ${two(from)}:00-${two(from + 1)}:00`
}

type See = (name: string, path: string, ...looks: Scene['looks'] & {}) => Promise<void>

async function start(url: string): Promise<string> {
  const run = await request(`${url}/api/runs`, { kind: 'sync' })
  if (run === undefined) throw new Error('the dashboard started no run')
  return run.id
}

/** Nearly half of the pages change, and the CMS is slow. */
async function showRun(world: World, url: string, see: See): Promise<void> {
  const { mock, gtins } = world
  for (const gtin of gtins.slice(0, 20)) {
    await mock.patchProduct(gtin, '*', { price: '19.90', availability: 'limited' })
  }
  await mock.patchProduct(gtins[0] ?? '', 'en-gb', {
    intro: 'Humidity-variable vapour control layer for roofs and walls that last.',
  })
  await mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'latency', ms: 2500 }])
  const runId = await start(url)
  await world.until(runId, (run, written) => run.state === 'writing' && written > 24)
  await see('overview-running', '/', wide, narrow)
  await see('run-running', `/runs/${runId}`, wide)
  await mock.clearFaults()
  await world.until(runId, hasEnded)
  await see('run', `/runs/${runId}`, wide, wideDark, narrow)
}

async function showConflict(world: World, sync: () => Promise<string>, see: See): Promise<void> {
  const { mock, editor, gtin } = world
  const key = { gtin: gtin(2), language: 'en-gb' }
  const { pageId, product } = await snapshotOf(world.mirror, key)
  await editor.edit(pageId, { title: `${product.name} (in stock)` })
  await mock.patchProduct(key.gtin, key.language, { name: product.name.replace(',', ' Plus,') })
  await editIntro(world, { gtin: gtin(9), language: 'en-gb' })
  await sync()
  await see('overview-conflict', '/', wide)
  await see('product-conflict', `/products/${key.gtin}`, wide, wideDark, narrow)
  await see('decisions', '/decisions', wide, wideDark, narrow, narrowDark)
  await see('decisions-confirm', '/decisions/confirm?choice=overwrite&all=yes', wide, narrow)
}

/** Editor and partner change one paragraph of a page in different ways. */
async function editIntro({ mirror, mock, editor }: World, key: RecordKey): Promise<void> {
  const { product, pageId } = await snapshotOf(mirror, key)
  const [page] = await mirror.cms.readPages([pageId], go)
  const [word = ''] = product.intro.split(' ')
  await editor.edit(pageId, { content: page?.content.replace(`>${word} `, `>In our own words: ${word} `) })
  await mock.patchProduct(key.gtin, key.language, { intro: `${product.intro} New in this year.` })
}

async function showFailing({ mock, gtin }: World, sync: () => Promise<string>, see: See): Promise<void> {
  await mock.patchProduct(gtin(3), '*', { name: null })
  await mock.deleteProduct(gtin(4), 'pl-pl')
  await sync()
  await see('overview-failing', '/', wide, narrow)
  await see('product-failing', `/products/${gtin(3)}`, wide)
}

async function showHeld(world: World, url: string, sync: () => Promise<string>, see: See): Promise<void> {
  const { mock, gtin, gtins } = world
  await request(`${url}/api/decisions/${gtin(6)}/fr-fr`, { choice: 'hold', reason: 'under legal review' })
  await mock.patchProduct(gtin(2), '*', { price: '21.90' })
  await mock.patchProduct(gtin(6), '*', { price: '22.90' })
  await mock.patchProduct(gtin(3), '*', { price: '12.90' })
  await world.listGtins(gtins.slice(0, 36))
  const held = await sync()
  await see('overview-held', '/', wide, wideDark, narrow, narrowDark)
  await see('run-held', `/runs/${held}`, wide, narrow)
  await see('coverage', '/coverage', wide, wideDark, narrow)
}
