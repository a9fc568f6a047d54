import { expect } from 'vitest'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { apply, go, plan } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { guardText } from '../../../src/core/report/guard-text.ts'

/** A mirror that has read its pages once. */
async function begin(mirror: Mirror): Promise<void> {
  const { runId } = await plan(mirror)
  await observePages(mirror, runId, go)
  await apply(mirror, runId)
}

const test = withMirror({ gtins: 8, prepare: begin, mirror: { policy: { maxUpdateShare: 1 } } })

/** Deletes the pages of some products, and changes these at the partner. */
async function loseAndChange({ editor, mock }: Stage, gtins: readonly string[]): Promise<void> {
  for (const gtin of gtins) {
    await editor.removeForGood((await editor.page({ gtin, language: 'de-de' })).id)
    await mock.patchProduct(gtin, '*', { name: 'Neu' })
  }
}

async function planSeen(mirror: Mirror) {
  const { runId } = await plan(mirror)
  await observePages(mirror, runId, go)
  await mirror.runs.update(runId, { state: 'failed' })
  return plan(mirror)
}

test('a plan that would create again more vanished pages than it may retire is held', async ({
  stage,
  mirror,
}) => {
  await loseAndChange(stage, mirror.listed.slice(0, 6))
  const { planned, verdicts } = await planSeen(mirror)
  expect(planned).toMatchObject({ create: 0, update: 6 })
  expect(verdicts.map((verdict) => guardText(verdict, 'would', undefined))).toEqual([
    expect.stringMatching(
      /^Would create 6 of 8 pages again that are gone from the CMS .*Was the CMS restored/,
    ),
  ])
})

test('a few vanished pages are created again', async ({ stage, mirror }) => {
  await loseAndChange(stage, mirror.listed.slice(0, 5))
  const { verdicts, runId } = await planSeen(mirror)
  expect(verdicts).toEqual([])
  expect((await apply(mirror, runId)).run).toMatchObject({ state: 'done', counts: { failed: 0 } })
  expect(await stage.editor.recordPages()).toHaveLength(8)
})
