import { inChunks } from '../../lib/chunks.ts'
import { DamagedError } from '../../lib/stored-errors.ts'
import type { Stores } from '../../store/stores.ts'

const atOnce = 200

/** Adds the products that an earlier version stored without a searchable text; only counts if there are none. */
export async function addSearchTexts({ snapshots, searchTexts }: Stores): Promise<void> {
  for (const language of await snapshots.languages())
    for (const gtins of inChunks(await searchTexts.missing(language), atOnce)) {
      const found = await snapshots
        .read(gtins.map((gtin) => ({ gtin, language })))
        .catch((error: unknown) => {
          // A damaged snapshot is reported elsewhere; its product is found by its GTIN.
          if (error instanceof DamagedError) return []
          throw error
        })
      await searchTexts.add(
        found.flatMap((snapshot) =>
          snapshot === undefined ? [] : { product: snapshot.product, title: snapshot.base.title },
        ),
      )
    }
}
