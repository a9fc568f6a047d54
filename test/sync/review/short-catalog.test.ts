import { expect } from 'vitest'
import { sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const test = withMirror({ gtins: 6, languages: 'de-de', prepare: sync })

test('PR-09: products that the catalogue lacks for one night keep their pages', async ({ stage, mirror }) => {
  const before = await stage.editor.recordPages()
  const catalogOf = (gtins: string[]) => ({ gtins, faults: [], unreadable: 0, notes: [] })
  const { listed } = mirror
  mirror.readCatalog = async () => catalogOf(listed.slice(0, 4))
  expect((await sync(mirror)).run).toMatchObject({ state: 'done', counts: { retired: 0 } })
  mirror.readCatalog = async () => catalogOf(listed)
  expect((await sync(mirror)).run).toMatchObject({ state: 'done', counts: { retired: 0, restored: 0 } })
  expect(await stage.editor.recordPages()).toEqual(before)
})
