import type { FieldMap } from '../../../src/core/mapping/field-map.ts'
import { observePages } from '../../../src/sync/observe/observe-pages.ts'
import type { Mirror } from './sync-deps.ts'
import { go, sync } from './sync-run.ts'
import { withMirror } from './with-mirror.ts'

/** A map that only requires these fields for a public page. */
export const mapOf = (...publishIf: string[]): FieldMap => ({
  rows: [],
  ...(publishIf.length > 0 && { publishIf }),
})

export const policy = { maxUpdateShare: 1, maxRetireShare: 1, retireAfterMisses: 1 }

export const observe = (mirror: Mirror): Promise<void> => observePages(mirror, '2026-11-20-9', go)

/** Tests of a product without a price, whose page waits for it as a draft. */
export function withWaitingDraft() {
  return withMirror({ gtins: 1, mirror: { map: mapOf('price'), policy } })
    .extend(
      'partner',
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
    .extend(
      'state',
      ({ mirror, key }) =>
        async () =>
          (await mirror.pageStates.read([key]))[0],
    )
    .extend('waiting', ({ mirror, partner, page }) => async () => {
      await partner({ price: null })
      const { run } = await sync(mirror)
      await observe(mirror)
      return { ...(await page()), runId: run.id }
    })
    .extend(
      'another',
      ({ stage, mirror }) =>
        (publishIf: string[]): Mirror =>
          stage.openMirror({
            map: mapOf(...publishIf),
            policy,
            keys: mirror.keys,
          }),
    )
}
