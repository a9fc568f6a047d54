import { absInt, isMap } from '../../rest/php.ts'
import { type RestRequest, param } from '../../rest/request.ts'
import type { Row } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import type { Kind } from '../kind.ts'

type Query = { readonly ids: readonly number[]; readonly every: boolean; readonly descend: boolean }

/** Matches the requested and excluded terms, combined by `tax_relation`. Undefined without terms. */
export function termFilter(
  kind: Kind,
  store: Store,
  request: RestRequest,
): ((row: Row) => boolean) | undefined {
  const tests: ((row: Row) => boolean)[] = []
  for (const [taxonomy, base] of Object.entries(kind.taxonomies)) {
    const wanted = termQuery(param(request, base))
    const unwanted = termQuery(param(request, `${base}_exclude`))
    if (wanted !== undefined) tests.push(termTest(store, taxonomy, wanted))
    if (unwanted !== undefined) {
      const test = termTest(store, taxonomy, { ...unwanted, every: false })
      tests.push((row) => !test(row))
    }
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

function termTest(store: Store, taxonomy: string, query: Query): (row: Row) => boolean {
  const { ids, every, descend } = query
  const families = ids.map((id) => new Set(descend ? [id, ...below(store, id)] : [id]))
  return ({ terms }) => {
    const own = terms[taxonomy] ?? []
    const has = (family: ReadonlySet<number>): boolean => own.some((id) => family.has(id))
    return every ? families.every(has) : families.some(has)
  }
}

function below(store: Store, id: number): number[] {
  const children = store.terms.all().filter(({ parent }) => parent === id)
  return children.flatMap((term) => [term.id, ...below(store, term.id)])
}
