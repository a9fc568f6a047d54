import { isMap } from '../../rest/php.ts'
import { type RestRequest, param } from '../../rest/request.ts'
import type { Row } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import type { Kind } from '../kind.ts'
import { updateRow } from './save.ts'

/**
 * Stores the `acf` values of a request. Null deletes a value, unknown fields are ignored. A file without a parent
 * becomes an attachment of the row.
 */
export function storeAcf(kind: Kind, store: Store, request: RestRequest, row: Row): Row {
  const sent = param(request, 'acf')
  if (!isMap(sent) || Object.keys(kind.acf).length === 0) return row
  const meta = { ...row.meta }
  for (const [name, field] of Object.entries(kind.acf)) {
    if (!Object.hasOwn(sent, name)) continue
    const value = sent[name]
    if (value === null) delete meta[name]
    else meta[name] = value
    if (field.type === 'image' || field.type === 'file') attach(store, Number(value), row.id)
  }
  return store.put({ ...row, meta })
}

function attach(store: Store, id: number, parent: number): void {
  const file = store.get(id)
  if (file?.type === 'attachment' && file.parent === 0) updateRow(store, file, { parent })
}
