import { absInt } from '../rest/php.ts'
import { type RestRequest, param } from '../rest/request.ts'
import type { Arg, Args } from '../rest/schema/schema.ts'
import type { Row, Term } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { notEmbedded } from './fields.ts'
import type { Field } from './kind.ts'

/** Taxonomy → field with its terms, for the taxonomies of a post type. */
export function termBases({ registry }: Store, type: string): Readonly<Record<string, string>> {
  return Object.fromEntries(registry.taxonomiesOf(type).map(({ name, base }) => [name, base]))
}

/** A field for each taxonomy of a post type: the ids of a row's terms in the order of their names. */
export function termFields(store: Store, type: string): Field[] {
  return Object.entries(termBases(store, type)).map(([taxonomy, base]) => ({
    name: base,
    contexts: notEmbedded,
    write: { type: 'array', items: { type: 'integer' } },
    read({ row }) {
      const own = (row.terms[taxonomy] ?? []).flatMap((id) => store.terms.get(id) ?? [])
      return own.sort(byName).map(({ id }) => id)
    },
  }))
}

function byName(left: Term, right: Term): number {
  const [one, other] = [left.name.toLowerCase(), right.name.toLowerCase()]
  return one === other ? left.id - right.id : one < other ? -1 : 1
}

/** The terms of a row after a write. Unknown ids are dropped. */
export function chosenTerms(
  store: Store,
  type: string,
  request: RestRequest,
  old: Row['terms'],
): Row['terms'] {
  const chosen: Record<string, readonly number[]> = { ...old }
  for (const [taxonomy, base] of Object.entries(termBases(store, type))) {
    const ids = param(request, base)
    if (Array.isArray(ids))
      chosen[taxonomy] = [...new Set(ids.map(absInt))].filter((id) => store.terms.has(taxonomy, id))
  }
  return chosen
}

/** The list parameters for the taxonomies of a post type. */
export function termListArgs({ registry }: Store, type: string): Args {
  const taxonomies = registry.taxonomiesOf(type)
  if (taxonomies.length === 0) return {}
  return {
    ...Object.fromEntries(
      taxonomies.flatMap(({ base, hierarchical }) => Object.entries(termArgs(base, hierarchical))),
    ),
    tax_relation: { type: 'string', enum: ['AND', 'OR'] },
  }
}

/** The two filters of a taxonomy, each as ids or as `{ terms, include_children, operator }`. */
function termArgs(base: string, hierarchical: boolean): Args {
  const descend = hierarchical ? { include_children: { type: 'boolean', default: false } as const } : {}
  const arg = (more: Readonly<Record<string, Arg>>): Arg => ({
    type: ['object', 'array'],
    oneOf: [
      { title: 'Term ID List', type: 'array', items: { type: 'integer' } },
      {
        title: 'Term ID Taxonomy Query',
        type: 'object',
        properties: {
          terms: { type: 'array', items: { type: 'integer' }, default: [] },
          ...descend,
          ...more,
        },
        additionalProperties: false,
      },
    ],
  })
  return {
    [base]: arg({ operator: { type: 'string', enum: ['AND', 'OR'], default: 'OR' } }),
    [`${base}_exclude`]: arg({}),
  }
}
