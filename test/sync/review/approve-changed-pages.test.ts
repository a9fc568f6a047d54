import { expect } from 'vitest'
import { dropUnchecked } from '../../../src/sync/review/recheck-plan.ts'
import { approve, createHeldPlan } from '../../helpers/sync/held-plan.ts'
import type { Stage } from '../../helpers/sync/sync-deps.ts'
import { apply, outcomesOf } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const language = 'de-de'
const test = withMirror({ gtins: 6, mirror: { policy: { retireAfterMisses: 1 } } }).extend(
  'held',
  ({ stage }) => createHeldPlan(stage, language),
)
type Held = ReturnType<typeof createHeldPlan>

test('PR-25: a page that was only opened and saved is written as approved', async ({
  stage,
  mirror,
  held,
}) => {
  const runId = await held.hold(mirror)
  const page = await stage.editor.page(held.key(1))
  const save = () => stage.editor.edit(page.id, { title: page.title.raw, content: page.content.raw })
  // The CMS stores times in whole seconds.
  await expect.poll(async () => (await save()).modified_gmt).not.toBe(page.modified_gmt)
  expect(await approve(mirror, runId)).toMatchObject({ passed: true })
  await dropUnchecked(mirror, runId)
  const { run } = await apply(mirror, runId)
  expect(run).toMatchObject({ state: 'done', counts: { created: 1, updated: 2, retired: 2, deferred: 0 } })
})

test.for<[string, number, (stage: Stage, held: Held) => Promise<unknown>, string]>([
  [
    'edited',
    1,
    async (stage, held) => stage.editor.edit((await stage.editor.page(held.key(1))).id, { title: 'Meins' }),
    'the page was edited',
  ],
  [
    'hidden',
    1,
    async (stage, held) =>
      stage.editor.edit((await stage.editor.page(held.key(1))).id, { status: 'private' }),
    'the page was publish and is private now',
  ],
  [
    'deleted',
    3,
    async (stage, held) => stage.editor.removeForGood((await stage.editor.page(held.key(3))).id),
    'the page is gone',
  ],
  [
    'made by somebody else',
    4,
    (stage, held) =>
      stage.editor.create({ slug: `gtin-${held.key(4).gtin}-${language}`, title: 'Unsere', status: 'draft' }),
    'a page appeared at its address',
  ],
])(
  'a page that was %s is left out of the approved plan by name, and the others are written',
  async ([, index, act, why], { stage, mirror, held }) => {
    const runId = await held.hold(mirror)
    await act(stage, held)
    expect(await approve(mirror, runId)).toMatchObject({ passed: true })
    await dropUnchecked(mirror, runId)
    const name = held.name(index)
    expect((await outcomesOf(mirror, runId)).get(name)).toMatchObject({
      result: 'deferred',
      reason: `left out of the approved plan: ${why}. The next sync plans it again`,
    })
    const { run } = await apply(mirror, runId)
    expect(run.counts).toMatchObject({ deferred: 1, failed: 0 })
    expect(run.counts.created + run.counts.updated + run.counts.retired).toBe(4)
    expect(run.notes).toContainEqual({ code: 'changed-pages', count: 1, shown: [name] })
  },
)
