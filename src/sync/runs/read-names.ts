import { nameOfFile } from '../../core/mapping/file-names.ts'
import type { KnownTerm } from '../../core/mapping/find-term.ts'
import { idsBySource, namesByField, type NameSource } from '../../core/mapping/name-sources.ts'
import { namesOfTerms, planTerms, type PlannedTerms } from '../../core/mapping/term-names.ts'
import type { FieldNames, FieldText } from '../../core/record/field-names.ts'
import type { Product } from '../../core/record/product.ts'
import type { SyncDeps } from '../deps.ts'
import type { Cms } from '../ports/cms.ts'

/** Without `cms`, only names that were shown in the last hour are known. */
export type NameDeps = Pick<SyncDeps, 'fieldNames'> & {
  map?: SyncDeps['map'] | undefined
  cms?: Pick<Cms, 'findTerms' | 'describeMedia'> | undefined
}

const limitMs = 2_500
/** The most ids of a taxonomy, or of the media library, that are read at once. */
const mostRead = 100
/** The most levels of parents that are shown. */
const mostLevels = 5

/**
 * The names of the terms and files in some fields. Those that were not shown lately are read from the CMS: one request
 * for files, and one for each taxonomy and level of parents. Names that cannot be read in time are missing.
 */
export async function readNames(
  deps: NameDeps,
  texts: readonly FieldText[],
  signal: AbortSignal,
): Promise<FieldNames> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  const wanted = [...idsBySource(texts, deps.map)]
  const known = await Promise.all(
    wanted.map(async ([source, ids]) => [source, await namesOf(deps, source, [...ids], limited)] as const),
  )
  return namesByField(texts, deps.map, new Map(known))
}

async function namesOf(
  { fieldNames, cms }: NameDeps,
  source: NameSource,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  const known = await fieldNames.read(source, ids)
  const missing = ids.filter((id) => !known.has(id)).slice(0, mostRead)
  if (cms !== undefined && missing.length > 0)
    try {
      const found =
        source === 'media'
          ? new Map((await cms.describeMedia(missing, signal)).map((file) => [file.id, nameOfFile(file)]))
          : await readTerms(cms, source.slice('terms.'.length), missing, signal)
      for (const id of missing) known.set(id, found.get(id) ?? '')
      await fieldNames.save(source, new Map(missing.map((id) => [id, known.get(id) ?? ''])))
    } catch {
      // Ids are shown instead, because names are only a help for readers.
    }
  return new Map([...known].filter(([, name]) => name !== ''))
}

async function readTerms(
  cms: Pick<Cms, 'findTerms'>,
  taxonomy: string,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const terms: KnownTerm[] = []
  const asked = new Set([0])
  let level = ids
  for (let depth = 0; depth <= mostLevels && level.length > 0; depth++) {
    for (const id of level) asked.add(id)
    const found = await cms.findTerms(taxonomy, level, signal)
    for (const term of found) terms.push(term)
    const parents = new Set(found.map(({ parent }) => parent))
    level = [...parents].filter((id) => !asked.has(id))
  }
  return namesOfTerms(terms)
}

/** The terms of some products before a write, with their names. */
export async function readPlannedTerms(
  { cms, renderer }: Pick<SyncDeps, 'renderer'> & { cms: Pick<Cms, 'readTerms'> },
  products: readonly Product[],
  signal: AbortSignal,
): Promise<PlannedTerms> {
  const terms = products.flatMap((product) => renderer.termsOf(product))
  const known = new Map<string, KnownTerm[]>()
  for (const taxonomy of new Set(terms.map((term) => term.taxonomy)))
    known.set(taxonomy, await cms.readTerms(taxonomy, signal))
  return planTerms(terms, known)
}
