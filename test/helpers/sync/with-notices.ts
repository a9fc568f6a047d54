import { readPage } from '../../../src/core/page/mirrored-page.ts'
import { showsNotice } from '../../../src/core/page/notice.ts'
import { withRetirement } from './with-retirement.ts'

/** Tests with mirrored records that are retired with a notice. */
export function withNotices() {
  const test = withRetirement(2)
    .extend(
      'content',
      ({ stage, key }) =>
        async () =>
          (await stage.editor.page(key)).content.raw,
    )
    .extend('edit', ({ stage, key }) => async (change: (content: string) => string) => {
      const { id, content } = await stage.editor.page(key)
      return stage.editor.edit(id, { content: change(content.raw) })
    })
    .extend('isNoticed', ({ stage, key }) => async () => {
      const { content } = await stage.editor.page(key)
      return showsNotice(readPage(key, { content: content.raw }))
    })
    .extend('writes', ({ stage }) => async (act: () => Promise<unknown>) => {
      await stage.mock.zeroStats()
      await act()
      return (await stage.mock.stats()).cmsWrites.total
    })
  test.beforeEach(({ setPolicy }) => setPolicy({ retireTo: 'notice' }))
  return test
}

/** The notice in German. */
export const notice = 'Dieses Produkt ist nicht mehr erhältlich.'
