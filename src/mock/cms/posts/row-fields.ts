import type { Store } from '../store/store.ts'
import { statusField } from './choice-fields.ts'
import { common } from './fields.ts'
import type { Field } from './kind.ts'

/** The fields with which the rows of posts, pages and registered types start. */
export function rowFields(store: Store): readonly Field[] {
  return [
    common.date,
    common.dateGmt,
    common.guid,
    common.id,
    common.link,
    common.modified,
    common.modifiedGmt,
    common.slug,
    statusField(['auto-draft'], (id) => store.get(id)?.status),
    common.type,
    common.password,
    common.permalinkTemplate,
    common.generatedSlug,
  ]
}
