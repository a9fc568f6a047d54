import { absInt, isMap } from '../../rest/php.ts'
import { type RestRequest, param } from '../../rest/request.ts'
import type { Row } from '../../store/rows.ts'
import { terms } from '../../store/seed.ts'
import type { Kind } from '../kind.ts'

type Query = { readonly ids: readonly number[]; readonly every: boolean; readonly descend: boolean }

/** Matches the requested and excluded terms, combined by `tax_relation`. Undefined without terms. */
export function termFilter(kind: Kind, request: RestRequest): ((row: Row) => boolean) | undefined {
  const tests: ((row: Row) => boolean)[] = []
  for (const [taxonomy, base] of Object.entries(kind.taxonomies)) {
    const wanted = termQuery(param(request, base))
    const unwanted = termQuery(param(request, `${base}_exclude`))
    if (wanted !== undefined) tests.push((row) => fits(row, taxonomy, wanted))
    if (unwanted !== undefined) tests.push((row) => !fits(row, taxonomy, { ...unwanted, every: false }))
  }
  if (tests.length === 0) return undefined
  return param(request, 'tax_relation') === 'OR'
    ? (row) => tests.some((test) => test(row))
    : (row) => tests.every((test) => test(row))
}

/** The parsed filter of a taxonomy; undefined without terms. */
export function termQuery(value: unknown): Query | undefined {
  const list = isMap(value) ? value['terms'] : value
  const ids = Array.isArray(list) ? list.map(absInt) : []
  if (ids.length === 0) return undefined
  const query = isMap(value) ? value : {}
  return { ids, every: query['operator'] === 'AND', descend: query['include_children'] === true }
}

function fits(row: Row, taxonomy: string, { ids, every, descend }: Query): boolean {
  const own = row.terms[taxonomy] ?? []
  const has = (id: number): boolean =>
    own.includes(id) || (descend && below(id).some((child) => own.includes(child)))
  return every ? ids.every(has) : ids.some(has)
}

function below(id: number): number[] {
  return terms.flatMap((term) => (term.parent === id ? [term.id, ...below(term.id)] : []))
}
