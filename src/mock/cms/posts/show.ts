import { type FieldTree, wants, wantsLinks, wantsWhole } from '../rest/fields.ts'
import { type RestRequest, param } from '../rest/request.ts'
import type { Links } from '../rest/route.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import type { Context, Kind, View } from './kind.ts'
import { actionLinks, withCuries } from './links.ts'
import { knowsPassword } from './rights.ts'

const usualExcerpt = 55

/** A row and the context in which it is shown. */
export type Shown = { row: Row; context: Context }

export function viewOf(kind: Kind, store: Store, request: RestRequest, { row, context }: Shown): View {
  const { site, user, oddities } = request
  const words = param(request, 'excerpt_length')
  const password = param(request, 'password')
  return {
    store,
    site,
    user,
    oddities,
    context,
    row,
    open: knowsPassword(kind, row, {
      user,
      editing: context === 'edit',
      password: typeof password === 'string' ? password : '',
    }),
    excerptWords: typeof words === 'number' ? words : usualExcerpt,
  }
}

/** An item of a post type in one context. Fields that `_fields` excludes are not computed. */
export function showRow(kind: Kind, view: View, fields: FieldTree | undefined): Record<string, unknown> {
  const item: Record<string, unknown> = {}
  for (const { name, contexts, whole, read } of kind.fields) {
    const isWanted = whole === true ? wantsWhole(fields, name) : wants(fields, name)
    if (read === undefined || !isWanted || !contexts.some((context) => context === view.context)) continue
    const wanted = fields?.[name]
    const value = read(view, wanted === true ? undefined : wanted)
    if (value !== undefined) item[name] = value
  }
  return item
}

export function linksFor(kind: Kind, view: View, fields: FieldTree | undefined): Links | undefined {
  if (!wantsLinks(fields)) return undefined
  return withCuries({ ...kind.links(view), ...actionLinks(kind, view) })
}
