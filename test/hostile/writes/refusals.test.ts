import { expect, onTestFinished, test } from 'vitest'
import { openChangingProxy, type Meddling, type ProxiedCall } from '../../helpers/world/changing-proxy.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import type { RunReport } from '../../../src/cli/json/run-report.ts'
import { openWorld, slugsOf } from '../../helpers/world/mirror-world.ts'
import { countAttacks } from '../helpers/attacks.ts'

const languages = ['de-de', 'en-gb']

/** A world whose CMS is behind a firewall, a proxy or a plug-in. */
async function openBehind(meddling: Meddling, gtins = 4) {
  const world = await openWorld({ gtins, languages, env: { CMS_WRITE_GRACE_SECONDS: '0' } })
  const proxy = await openChangingProxy(world.mock.origin, meddling)
  onTestFinished(async () => {
    await proxy.close()
    await world.close()
  })
  const through = { CMS_API_ROOT: world.mock.cmsRoot.replace(world.mock.origin, proxy.origin) }
  const sync = async (...args: string[]) => {
    const ended = await world.runWith(through, 'sync', '--json', ...args)
    return {
      code: ended.code,
      report: jsonOf(ended) as RunReport & { notes: string[]; failure?: { message: string } },
    }
  }
  return { world, proxy, through, sync }
}

const blocked = (status: number) => ({
  status,
  body: '<html><body>Blocked, incident 4711</body></html>',
})
const isBatch = ({ path }: ProxiedCall): boolean => path.endsWith('/batch/v1')

test('a firewall that blocks the text of one page fails only that page', async (context) => {
  let bad = 'no page yet'
  const { world, sync } = await openBehind({
    instead: ({ method, body }) => (method !== 'GET' && body.includes(bad) ? blocked(403) : undefined),
  })
  bad = `"slug":"gtin-${world.gtins[1]}-de-de"`
  const { code, report } = await sync()
  expect({ code, ...report }).toMatchObject({ code: 3, created: 7, failed: 1 })
  const failing = await world.run('status', '--failing')
  expect(failing.stdout).toMatch(/the CMS returned 403 with .*Blocked, incident 4711/)
  bad = 'nothing'
  expect(await sync()).toMatchObject({ code: 0, report: { created: 1 } })
  expect((await world.recordPages()).map(({ slug }) => slug).toSorted()).toEqual(
    slugsOf(world.gtins, languages),
  )
  countAttacks(context, 'texts refused by a firewall', 1)
})

test.for([403, 404, 406])(
  'an upload that is rejected with %i leaves that file out of its pages, and affects nothing else',
  async (status, context) => {
    let refused = 0
    let first: string | undefined
    const { world, sync } = await openBehind({
      instead({ method, path }) {
        if (method !== 'POST' || !path.includes('/media?')) return undefined
        // The same file may be sent again as a form.
        if ((first ??= path) !== path) return undefined
        refused++
        return blocked(status)
      },
    })
    const { code, report } = await sync()
    expect({ code, ...report }).toMatchObject({ created: 8, failed: 0, media: { failed: 1 } })
    expect(code).toBe(0)
    expect(report.notes.join('\n')).toMatch(
      new RegExp(`media left out: .*the CMS returned ${status} .*Blocked`),
    )
    expect(await world.recordPages()).toHaveLength(8)
    countAttacks(context, 'uploads refused by a firewall', refused)
  },
)

test('a CMS that rejects both writes and users/me ends the run with a hint at the credentials', async (context) => {
  const { world, sync } = await openBehind({
    instead: ({ method, path }) =>
      method !== 'GET' || path.includes('/users/me') ? blocked(403) : undefined,
  })
  const { code, report } = await sync()
  expect({ code, ...report }).toMatchObject({
    code: 6,
    state: 'failed',
    failure: { message: expect.stringMatching(/rejected the credentials.*CMS_PASSWORD/) as unknown },
  })
  expect(await world.recordPages()).toEqual([])
  countAttacks(context, 'credentials refused', 1)
})

test.for([403, 404, 405])(
  'a batch route that a proxy blocks with %i only reduces the speed',
  async (status, context) => {
    let lost = 0
    const { world, proxy, through, sync } = await openBehind({
      instead: (call) => (isBatch(call) ? blocked(status) : undefined),
      // Single writes lose replies, too.
      after(call, answer) {
        const isWrite = call.method === 'POST' && /\/pages(\/\d+)?\?/.test(call.path)
        return isWrite && ++lost % 4 === 0 ? { status: 502, body: '' } : answer
      },
    })
    const first = await sync()
    expect(first).toMatchObject({ code: 0, report: { created: 8, failed: 0 } })
    expect(first.report.notes[0]).toMatch(/^the CMS refuses batches \(POST \/batch\/v1: 40\d/)
    expect((await world.recordPages()).map(({ slug }) => slug).toSorted()).toEqual(
      slugsOf(world.gtins, languages),
    )
    expect((await world.run('status')).stdout).toContain('the CMS refuses batches')
    const doctor = await world.runWith(through, 'doctor')
    expect(doctor).toMatchObject({ code: 0 })
    expect(doctor.stdout).toMatch(/! warn CMS batches .*POST \/batch\/v1: 40\d/)

    for (const gtin of world.gtins) await world.mock.patchProduct(gtin, 'de-de', { name: `Neu ${gtin}` })
    const changed = await sync('--approve')
    expect(changed).toMatchObject({ code: 0, report: { updated: 4 } })
    const undone = await world.runWith(through, 'undo', changed.report.runId, '--json')
    expect({ code: undone.code, ...(jsonOf(undone) as object) }).toMatchObject({ code: 0, undone: 4 })
    expect(await world.recordPages()).toHaveLength(8)
    const whole = proxy.calls.filter((call) => isBatch(call) && call.body.includes('"path"'))
    countAttacks(context, 'batches blocked', whole.length)
    countAttacks(context, 'single replies lost', Math.floor(lost / 4))
  },
)

type Responses = { responses: unknown[] }

test.for<[string, (responses: unknown[]) => unknown[]]>([
  ['in reverse order', (responses) => responses.toReversed()],
  ['shifted by one', (responses) => [...responses.slice(1), ...responses.slice(0, 1)]],
  ['one short', (responses) => responses.slice(0, -1)],
  ['all alike', (responses) => responses.map(() => responses[0])],
])('batch responses %s do not remove or duplicate pages', async ([, change], context) => {
  let answered = 0
  const { world, proxy, sync } = await openBehind({
    after(call, answer) {
      if (!isBatch(call)) return answer
      const { responses } = JSON.parse(answer.body) as Responses
      answered++
      return { ...answer, body: JSON.stringify({ responses: change(responses) }) }
    },
  })
  expect(await sync()).toMatchObject({ report: { created: 8, failed: 0 } })
  expect((await world.recordPages()).map(({ slug }) => slug).toSorted()).toEqual(
    slugsOf(world.gtins, languages),
  )
  for (const gtin of world.gtins) await world.mock.patchProduct(gtin, 'de-de', { name: `Neu ${gtin}` })
  expect(await sync('--approve')).toMatchObject({ report: { updated: 4, created: 0, failed: 0 } })
  const pages = await world.recordPages()
  expect(pages).toHaveLength(8)
  for (const { slug, title } of pages)
    if (slug.endsWith('de-de')) expect(title.raw).toBe(`Neu ${slug.slice(5, -6)}`)
  expect(proxy.calls.filter(({ body }) => body.includes('"DELETE"'))).toEqual([])
  countAttacks(context, 'batches answered in another order', answered)
})
