import { sync } from './sync-run.ts'
import { withMirror } from './with-mirror.ts'

/** Tests with a mirrored page that the partner changes while an editor has it open. */
export function withDrafts() {
  return (
    withMirror({ gtins: 60 })
      .extend(
        'partnerChanges',
        ({ stage, key }) =>
          (item_number: string) =>
            stage.mock.patchProduct(key.gtin, 'de-de', { item_number }),
      )
      .extend(
        'autosave',
        ({ stage }) =>
          (page: number) =>
            stage.mock.edit({ do: 'autosave', page, text: 'Halber Satz.' }),
      )
      .extend(
        'content',
        ({ stage, key }) =>
          async () =>
            (await stage.editor.page(key)).content.raw,
      )
      .extend(
        'requests',
        ({ stage }) =>
          async () =>
            (await stage.mock.stats()).requests.cms,
      )
      .extend('asksForDrafts', ({ requests }) => async () => {
        const asked = Object.entries(await requests()).filter(([route]) => route.includes('autosaves'))
        return asked.reduce((sum, [, count]) => sum + count, 0)
      })
      /** A mirrored page that was updated once and is not open in an editor. */
      .extend('onePage', ({ stage, mirror, key, partnerChanges }) => async () => {
        mirror.listed = [key.gtin]
        await sync(mirror)
        await partnerChanges('EINS')
        await sync(mirror)
        const { id } = await stage.editor.page(key)
        await stage.mock.zeroStats()
        return id
      })
  )
}
