import type { NamedField } from '../record/field-names.ts'
import { findTerm, pathParts, type KnownTerm } from './find-term.ts'
import type { Term, TermOf } from './map-values.ts'

/** Deeper than any hierarchy of terms; ends a circle of parents. */
const mostParents = 20

/** The names of terms with those of their parents, by id: `Tapes > Roof`. */
export function namesOfTerms(terms: readonly KnownTerm[]): Map<number, string> {
  const byId = new Map(terms.map((term) => [term.id, term]))
  const pathOf = ({ name, parent }: KnownTerm, parents: number): string => {
    const above = parents > 0 ? byId.get(parent) : undefined
    return above === undefined ? name : `${pathOf(above, parents - 1)} > ${name}`
  }
  return new Map(terms.map((term) => [term.id, pathOf(term, mostParents)]))
}

/** The terms of a page before it is written, with their names. */
export type PlannedTerms = {
  termOf: TermOf
  names: (readonly [NamedField, ReadonlyMap<number, string>])[]
}

/** Finds terms among those of the CMS, by taxonomy. A term that a run would create has an id below 0. */
export function planTerms(
  terms: readonly Term[],
  known: ReadonlyMap<string, readonly KnownTerm[]>,
): PlannedTerms {
  const names = new Map([...known].map(([taxonomy, all]) => [taxonomy, namesOfTerms(all)]))
  const missing = terms.filter(
    ({ taxonomy, path }) => findTerm(known.get(taxonomy) ?? [], path) === undefined,
  )
  const idOf = new Map<string, number>()
  for (const { taxonomy, path } of missing) {
    const id = idOf.get(`${taxonomy}/${path}`) ?? -1 - idOf.size
    idOf.set(`${taxonomy}/${path}`, id)
    names.set(taxonomy, new Map(names.get(taxonomy)).set(id, pathParts(path).join(' > ')))
  }
  return {
    termOf: (taxonomy, path) =>
      findTerm(known.get(taxonomy) ?? [], path)?.id ?? idOf.get(`${taxonomy}/${path}`),
    names: [...names].map(([taxonomy, all]) => [`terms.${taxonomy}`, all]),
  }
}
