import { expect } from 'vitest'
import { readCatalog } from '../../../src/partner/catalog/read-catalog.ts'
import { approve, createHeldPlan } from '../../helpers/sync/held-plan.ts'
import { apply, plan } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { startScripted, type Step } from '../../helpers/world/scripted-server.ts'

const test = withMirror({ gtins: 6, mirror: { policy: { retireAfterMisses: 1 } } })
  .extend('held', ({ stage }) => createHeldPlan(stage, 'de-de'))
  .extend('serve', async ({ mirror }, { onCleanup }) => {
    let step: Step = { status: 503 }
    const server = await startScripted(() => step)
    onCleanup(() => server.close())
    const place = `${server.url}/catalog.txt`
    return (next: Step) => {
      step = next
      const source = { place, maxEntries: 100, retry: { tries: 2, baseMs: 1, capMs: 2 } }
      mirror.readCatalog = (signal) => readCatalog(source, signal)
    }
  })

test.for<[string, Step]>([
  ['is down', { status: 503 }],
  ['hangs up', 'reset'],
  ['does not have it', { status: 404 }],
  ['answers with an empty list', { body: '' }],
])(
  'a plan is not approved, and continues to wait, while the server of the catalogue %s',
  async ([, step], { mirror, held, serve }) => {
    const runId = await held.hold(mirror)
    const { listed } = mirror
    serve(step)
    const { passed, run } = await approve(mirror, runId)
    expect({ passed, run }).toMatchObject({ passed: false, run: { state: 'held', approved: false } })
    expect(run?.refusal).toMatchObject({
      code: 'check-failed',
      detail: expect.stringMatching(/^The catalogue /),
    })
    serve({ body: listed.join('\n') })
    expect(await approve(mirror, runId)).toMatchObject({ passed: true })
    expect((await apply(mirror, runId)).run).toMatchObject({ state: 'done', counts: { retired: 2 } })
  },
)

test('a run changes nothing while the server of the catalogue is down, and reports it', async ({
  stage,
  mirror,
  serve,
}) => {
  const before = await stage.editor.recordPages()
  serve({ status: 500 })
  await expect(plan(mirror)).rejects.toThrow(
    /^The catalogue http.*catalog\.txt cannot be read: the server returned 500 \(after 2 tries\)\. Check CATALOG/,
  )
  expect(await stage.editor.recordPages()).toEqual(before)
})
