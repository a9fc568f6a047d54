import { expect } from 'vitest'
import type { OddityName } from '../../../src/mock/contracts/oddity.ts'
import type { PageWrite } from '../../../src/core/record/page.ts'
import type { RecordKey } from '../../../src/core/record/record.ts'
import { writePages } from '../../../src/sync/pages/write-pages.ts'
import { writeGraceMs, type Mirror, type Stage } from './sync-deps.ts'
import { go, inputOf, only, plan, startWriting, sync } from './sync-run.ts'
import { withMirror } from './with-mirror.ts'

/** Tests with one record on a CMS with such a plug-in. */
export function withPlugin() {
  return withMirror({
    gtins: 2,
    async prepare(mirror) {
      mirror.listed = mirror.listed.slice(0, 1)
      addPlugin(mirror)
    },
  })
    .extend(
      'partnerChanges',
      ({ stage, key }) =>
        (fields: Record<string, unknown>) =>
          stage.mock.patchProduct(key.gtin, 'de-de', fields),
    )
    .extend(
      'page',
      ({ stage, key }) =>
        () =>
          stage.editor.page(key),
    )
}

/** A plug-in that appends a mark for readers to all saved content. */
export function addPlugin(to: Mirror): void {
  const marked = (text: string) => text.replaceAll(/(?<! ©)(?=<\/(?:td|p)>)/g, ' ©')
  const rewrite = (write: PageWrite): PageWrite => {
    if (write.kind === 'delete') return write
    const { title, content } = write.body
    const body = {
      ...write.body,
      ...(title !== undefined && { title: title.replace(/(?<! ©)$/, ' ©') }),
      ...(content !== undefined && { content: marked(content) }),
    }
    return { ...write, body }
  }
  const { cms } = to
  to.cms = { ...cms, writePages: (writes, signal) => cms.writePages(writes.map(rewrite), signal) }
}

export const writesOf = async (stage: Stage) => (await stage.mock.stats()).cmsWrites.total
export const asksWho = async (stage: Stage) =>
  Object.entries((await stage.mock.stats()).requests.cms).reduce(
    (sum, [name, n]) => sum + (name.includes('users/me') ? n : 0),
    0,
  )

/** A run whose only batch is done but whose response is lost. */
export async function lose(
  stage: Stage,
  mirror: Mirror,
  others: readonly { side: 'cms'; kind: 'oddity'; name: OddityName }[] = [],
): Promise<string> {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const input = await inputOf(mirror, runId)
  await stage.mock.faults([...others, { side: 'cms', path: '/batch/v1', kind: 'reset-after', count: 1 }])
  expect(await writePages(mirror, input, go)).toMatchObject({ written: 0, waitMs: writeGraceMs })
  await stage.mock.zeroStats()
  return runId
}

/** A run whose process is killed during its only batch. */
export async function loseAndDie(
  stage: Stage,
  mirror: Mirror,
  send: 'sends' | 'sends nothing' = 'sends',
): Promise<string> {
  const { runId } = await plan(mirror)
  await startWriting(mirror, runId)
  const { cms } = mirror
  mirror.cms = {
    ...cms,
    async writePages(writes, signal) {
      if (send === 'sends') await cms.writePages(writes, signal)
      throw new Error('killed')
    },
  }
  await expect(writePages(mirror, await inputOf(mirror, runId), go)).rejects.toThrow('killed')
  mirror.cms = cms
  await stage.mock.zeroStats()
  return runId
}

/** Expects that the partner’s next change is written and leaves nothing to do. */
export async function expectInStep(stage: Stage, mirror: Mirror, key: RecordKey): Promise<void> {
  await stage.mock.patchProduct(key.gtin, 'de-de', { name: 'Drittes Band', item_number: 'DREI' })
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'updated' })
  const { title, content } = await stage.editor.page(key)
  expect(title.raw).toBe('Drittes Band ©')
  expect(content.raw).toContain('DREI ©')
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 1, updated: 0 })
}
