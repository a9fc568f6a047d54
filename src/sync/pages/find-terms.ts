import type { Term, TermOf } from '../../core/mapping/map-values.ts'
import { findTerm, pathParts, type KnownTerm } from '../../core/mapping/find-term.ts'
import type { Product } from '../../core/record/product.ts'
import type { SyncDeps } from '../deps.ts'

/** The terms that some products need; `faultOf` is the reason why one of a product's terms cannot be created. */
export type FoundTerms = {
  termOf: TermOf
  faultOf: (product: Product) => { taxonomy: string; path: string; detail: string } | undefined
}

const none: FoundTerms = { termOf: () => undefined, faultOf: () => undefined }

/**
 * Finds the terms of products by name or slug, and creates missing ones if `create` is set. Each taxonomy is read as a
 * whole, so that a term that was renamed, moved or deleted is never assigned by an old id.
 */
export async function findTerms(
  { cms, renderer }: Pick<SyncDeps, 'cms' | 'renderer'>,
  products: readonly Product[],
  { create }: { create: boolean },
  signal: AbortSignal,
): Promise<FoundTerms> {
  const needed = new Map(
    products.flatMap((product) => renderer.termsOf(product).map((term) => [idOf(term), term] as const)),
  )
  if (needed.size === 0) return none
  const known = await readTaxonomies(
    cms,
    new Set([...needed.values()].map(({ taxonomy }) => taxonomy)),
    signal,
  )
  const faults = new Map<string, string>()
  for (const term of needed.values()) {
    const { taxonomy, path } = term
    const all = known.get(taxonomy) ?? []
    if (!create || findTerm(all, path) !== undefined) continue
    const fault = await createPath(cms, { taxonomy, path, all }, signal)
    if (fault !== undefined) faults.set(idOf(term), fault)
  }
  return {
    termOf: (taxonomy, path) => findTerm(known.get(taxonomy) ?? [], path)?.id,
    faultOf(product) {
      const term = renderer.termsOf(product).find((one) => faults.has(idOf(one)))
      return term && { ...term, detail: String(faults.get(idOf(term))) }
    },
  }
}

async function readTaxonomies(
  cms: SyncDeps['cms'],
  names: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, KnownTerm[]>> {
  const read = [...names].map(async (name) => [name, await cms.readTerms(name, signal)] as const)
  return new Map(await Promise.all(read))
}

/** Creates the missing terms of a path, parents first, and adds them to `all`. Returns why one was refused. */
async function createPath(
  cms: SyncDeps['cms'],
  { taxonomy, path, all }: Term & { all: KnownTerm[] },
  signal: AbortSignal,
): Promise<string | undefined> {
  let parent = 0
  let above = ''
  for (const name of pathParts(path)) {
    above = above === '' ? name : `${above} > ${name}`
    const found = findTerm(all, above)
    if (found === undefined) {
      const created = await cms.createTerm(taxonomy, { name, parent }, signal)
      if (!created.ok) return created.reason
      all.push({ id: created.id, name, slug: '', parent })
    }
    parent = findTerm(all, above)?.id ?? 0
  }
  return undefined
}

function idOf({ taxonomy, path }: Term): string {
  return `${taxonomy}/${path}`
}
