import { expect } from 'vitest'
import { noteUnshown } from '../../../src/sync/finish/note-unshown.ts'
import { go, plan, apply } from '../../helpers/sync/sync-run.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import type { Mirror } from '../../helpers/sync/sync-deps.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { openChangingProxy } from '../../helpers/world/changing-proxy.ts'

type Row = { slug?: string; content?: { rendered?: string } }

const test = withMirror({ gtins: 3 }).extend(
  'behind',
  async ({ stage }, { onCleanup }) =>
    async (rendered?: string) => {
      const proxy = await openChangingProxy(stage.mock.origin, {
        after(_, answer) {
          const rows = JSON.parse(answer.body) as Row[]
          if (rendered === undefined || !Array.isArray(rows)) return answer
          // The first product is built with a page builder.
          const first = rows.find(({ content }) =>
            /product-mirror gtin-\d{13} lang-/.test(content?.rendered ?? ''),
          )
          if (first?.content !== undefined) first.content.rendered = rendered
          return { ...answer, body: JSON.stringify(rows) }
        },
      })
      onCleanup(async () => {
        await stage.tidy()
        await proxy.close()
      })
      const cms = stage.mock.cmsRoot.replace(stage.mock.origin, proxy.origin)
      return stage.openMirror({ addresses: { partner: stage.mock.partnerBaseUrl, cms } })
    },
)

async function notesOf(mirror: Mirror) {
  const { runId } = await plan(mirror)
  await apply(mirror, runId)
  await noteUnshown(mirror, runId, go)
  return (await mirror.runs.read(runId))?.notes
}

test('PR-34: a page that is built with Elementor is noted by the run and found by verify', async ({
  behind,
}) => {
  const mirror = await behind('<div class="elementor elementor-7">Other</div>')
  expect(await notesOf(mirror)).toMatchObject([
    {
      code: 'not-shown',
      count: 1,
      checked: 3,
      recordId: expect.stringMatching(/^\d{13}\/de-de$/) as unknown,
      detail: expect.stringContaining('it is built with Elementor') as unknown,
    },
  ])
  const { run, findings } = await verify(mirror)
  expect(findings).toMatchObject([
    {
      kind: 'invisible',
      reason: { code: 'not-shown', detail: expect.stringContaining('Elementor') as unknown },
    },
  ])
  expect(run.findings).toEqual({ invisible: 1 })
})

test('pages that visitors see are not noted', async ({ behind }) => {
  const mirror = await behind()
  expect(await notesOf(mirror)).toEqual([])
  expect((await verify(mirror)).findings).toEqual([])
})
