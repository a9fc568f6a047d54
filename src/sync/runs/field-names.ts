import { namesOfFiles } from '../../core/mapping/file-names.ts'
import type { KnownTerm } from '../../core/mapping/find-term.ts'
import { namesOfTerms, planTerms, type PlannedTerms } from '../../core/mapping/term-names.ts'
import { addNames, noNames } from '../../core/record/field-names.ts'
import { isMappedField, placeOf } from '../../core/record/mapped.ts'
import type { Product } from '../../core/record/product.ts'
import type { MediaOf } from '../../core/render/view.ts'
import type { SyncDeps } from '../deps.ts'

/** Stores the current names of the terms in the map's taxonomies, for operators. */
export async function saveTermNames(
  {
    map,
    cms,
    fieldNames,
  }: Pick<SyncDeps, 'map' | 'fieldNames'> & { cms: Pick<SyncDeps['cms'], 'readTerms'> },
  signal: AbortSignal,
): Promise<void> {
  for (const target of new Set(map?.rows.map((row) => row.target))) {
    const { group, name } = placeOf(target)
    if (group === 'terms' && isMappedField(target))
      await fieldNames.save(target, namesOfTerms(await cms.readTerms(name, signal)))
  }
}

/** Stores the names of the files in the mapped fields of products, for operators. */
export async function saveFileNames(
  { map, fieldNames }: Pick<SyncDeps, 'map' | 'fieldNames'>,
  products: readonly Product[],
  mediaOf: MediaOf,
): Promise<void> {
  if (map === undefined) return
  const found = products.flatMap((product) => namesOfFiles(map, product, mediaOf))
  for (const [field, names] of addNames(noNames, found))
    if (isMappedField(field)) await fieldNames.save(field, names)
}

/** The terms of some products before a write, with their names. */
export async function readPlannedTerms(
  { cms, renderer }: Pick<SyncDeps, 'cms' | 'renderer'>,
  products: readonly Product[],
  signal: AbortSignal,
): Promise<PlannedTerms> {
  const terms = products.flatMap((product) => renderer.termsOf(product))
  const known = new Map<string, KnownTerm[]>()
  for (const taxonomy of new Set(terms.map((term) => term.taxonomy)))
    known.set(taxonomy, await cms.readTerms(taxonomy, signal))
  return planTerms(terms, known)
}
