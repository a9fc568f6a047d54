import { DamagedError } from '../../lib/stored-errors.ts'
import type { Stores } from '../../store/stores.ts'

/** Adds the searchable texts of products that an earlier version stored without one; does so once. */
export async function addSearchTexts({ snapshots, searchTexts }: Stores): Promise<void> {
  if (await searchTexts.isComplete()) return
  for (const language of await snapshots.languages())
    for await (const some of snapshots.scan(language)) {
      const found = await snapshots
        .read(some.map(({ gtin }) => ({ gtin, language })))
        .catch((error: unknown) => {
          // A damaged snapshot is reported elsewhere; its product is found by its GTIN.
          if (error instanceof DamagedError) return []
          throw error
        })
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
