import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveRun, cancelRun } from '../../../src/sync/runs/begin-run.ts'
import { faultsOf, openBrowser, type Browser } from '../../helpers/browser/browser.ts'
import { openProxy } from '../../helpers/strip-proxy.ts'
import { hold } from '../../helpers/sync/held-plan.ts'
import { openStage, type Stage } from '../../helpers/sync/sync-deps.ts'
import { depsOfMirror } from '../mirror-ops.ts'
import { authorization, login, loopback, opsServer, startOps } from '../start-ops.ts'

const path = '/tools/mirror'

describe('below a path of a reverse proxy', () => {
  let ops: Awaited<ReturnType<typeof startOps>>
  let stage: Stage
  let browser: Browser

  beforeAll(async () => {
    ;[ops, stage, browser] = await Promise.all([startOps(), openStage({ gtins: 2 }), openBrowser()])
  })
  afterAll(async () => {
    await browser.close()
    await Promise.all([ops.close(), stage.close()])
  })

  test.each([
    {
      proxy: 'removes the path and sends it as X-Forwarded-Prefix',
      config: { trustedProxies: ['127.0.0.1'] },
      options: { headers: { 'x-forwarded-prefix': path } },
    },
    {
      proxy: 'removes the path, which OPS_PUBLIC_URL has',
      config: { publicUrl: `https://ops.example${path}` },
      options: {},
    },
    {
      proxy: 'keeps the path, which OPS_PUBLIC_URL has',
      config: { publicUrl: `https://ops.example${path}` },
      options: { keeps: true },
    },
    {
      proxy: 'removes the path and passes the login through',
      config: { publicUrl: `https://ops.example${path}`, ...login },
      options: {},
    },
  ])('every page and action works behind a proxy that $proxy', async ({ config, options }) => {
    // A separate mirror, because a test that fails leaves its run held.
    const mirror = stage.openMirror()
    const server = opsServer(ops.deps, {
      ...depsOfMirror(mirror, ops.deps),
      config: { ...loopback, ...config },
      control: {
        ...ops.deps.control,
        approve: (runId) => approveRun(mirror, runId),
        cancel: (runId) => cancelRun(mirror, runId),
      },
    })
    const proxy = await openProxy((await server.listen()).url, path, options)
    const runId = await hold(mirror)
    await ops.queue.add('batch', { runId }, { jobId: `of-${runId}` })
    const needsLogin = 'user' in config
    const person = { username: login.user, password: login.password }
    const page = await browser.page(needsLogin ? { login: person } : {})
    // Any request that is not below the path is one to another application.
    const faults = faultsOf(page, proxy.url)
    try {
      const refused = await fetch(`${proxy.url}/runs`)
      expect(refused.status).toBe(needsLogin ? 401 : 200)
      expect(refused.headers.has('www-authenticate')).toBe(needsLogin)
      await page.goto(`${proxy.url}/`)
      const shared = page.getByRole('navigation', { name: 'Main' })
      for (const name of ['Coverage', 'Decisions', 'Runs', 'Overview']) {
        await shared.getByRole('link', { name, exact: true }).click()
        await page.waitForURL(`${proxy.url}/${name === 'Overview' ? '' : name.toLowerCase()}`)
        expect(await page.locator('h1').count()).toBe(1)
      }
      await page.getByRole('link', { name: runId }).first().click()
      await page.waitForURL(`${proxy.url}/runs/${runId}`)
      await shared.getByRole('link', { name: 'Overview', exact: true }).click()

      const button = page.getByRole('button', { name: `Approve this plan: run ${runId}` })
      await button.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('status').getByText(`Approved run ${runId}.`).waitFor()
      expect(page.url().startsWith(`${proxy.url}/?flash=`)).toBe(true)
      await page.locator(`#live[data-run="${runId}"]`).waitFor()
      await mirror.runs.update(runId, { checkedAt: new Date().toISOString() })
      await mirror.runs.advance(runId, { written: 1, 'written:de-de': 1 })
      await page.getByText('writing: 1 of 2 pages').waitFor()
      await page.getByRole('button', { name: /^Cancel the run/ }).click()
      await page.getByText(`Cancelled run ${runId}.`).first().waitFor()

      await shared.getByRole('link', { name: 'Queues', exact: true }).click()
      await page.getByRole('link', { name: 'write-pages' }).first().click()
      await page.waitForURL(`${proxy.url}/queues/queue/write-pages**`)
      await page.getByText(`of-${runId}`).first().waitFor()
      const links = await page.evaluate<string[]>('[...document.links].map(({ href }) => href)')
      expect(links).toContain(`${proxy.url}/runs/${runId}`)
      const api = await fetch(`${proxy.url}/api/runs`, { headers: { authorization } })
      expect(api.status).toBe(200)
      await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
      await page.waitForURL(`${proxy.url}/`)
      expect(proxy.outside).toEqual([])
      expect(faults).toEqual([])
    } finally {
      await page.context().close()
      await proxy.close()
      await server.close()
    }
  })
})
