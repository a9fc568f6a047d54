import { invalidParam } from '../addons/params.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'

export type ContentType = 'page' | 'post'

/** The published rows of one type, oldest id first. */
export function publishedRows(store: Store, type: ContentType): Row[] {
  return [...store.ofType(type).values()].filter(({ status }) => status === 'publish')
}

/** The content type in a parameter. Throws the error for other values. */
export function contentTypeOf(name: string, value: string): ContentType {
  if (value === 'page' || value === 'post') return value
  throw invalidParam(name, `${name} is not one of page and post.`, 'rest_not_in_enum')
}
