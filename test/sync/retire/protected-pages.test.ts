import { expect } from 'vitest'
import { go, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { withRetirement } from '../../helpers/sync/with-retirement.ts'

const test = withRetirement(1)

test.for(['private', 'draft', 'trash', 'delete'] as const)(
  'a page with an editor’s password stays as it is with RETIRE_TO=%s, and when its product returns',
  async (retireTo, { stage, mirror, key, setPolicy, vanish, comeBack }) => {
    setPolicy({ retireTo, maxRetireShare: 1 })
    const { pageId } = await snapshotOf(mirror, key)
    await stage.editor.edit(pageId, { password: 'geheim' })
    const page = async () => {
      const read = await mirror.cms.readPage(pageId, go)
      return read.state === 'found' ? read.page : undefined
    }
    await vanish()
    await sync(mirror)
    expect(await page()).toMatchObject({ status: 'publish', hasPassword: true })
    await comeBack()
    await sync(mirror)
    expect(await page()).toMatchObject({
      status: 'publish',
      hasPassword: true,
      content: expect.stringContaining('WIEDER-DA'),
    })
    expect(await mirror.pageStates.read([key])).toMatchObject([{ state: 'hidden' }])
  },
)
