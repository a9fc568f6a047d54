import type { Stores } from '../../store/stores.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'

/**
 * Makes products searchable that an earlier version stored, once. A product with a damaged snapshot is only found by its
 * GTIN.
 */
export async function addSearchTexts({ snapshots, searchTexts }: Stores): Promise<void> {
  if (await searchTexts.isComplete()) return
  for (const language of await snapshots.languages())
    for await (const scanned of snapshots.scan(language)) {
      const keys = scanned.map(({ gtin }) => ({ gtin, language }))
      const found = await readOrUndefined(keys, (some) => snapshots.read(some))
      await searchTexts.add(
        found.flatMap((snapshot) => {
          if (snapshot === undefined) return []
          const { product, base, pageId, link } = snapshot
          return { product, title: base.title, pageId, link }
        }),
      )
    }
  await searchTexts.markComplete()
}
