import { mayWriteFreely } from '../../oddities/filtered-html.ts'
import { RestError } from '../../rest/error.ts'
import { isMap } from '../../rest/php.ts'
import { type RestRequest, param } from '../../rest/request.ts'
import type { MetaField } from '../kind.ts'

/** The meta of a row after a write. Null deletes a field, unknown fields are ignored, wrong types are rejected. */
export function mergeMeta(
  members: readonly MetaField[],
  old: Readonly<Record<string, string>>,
  request: RestRequest,
): Readonly<Record<string, string>> {
  const sent = param(request, 'meta')
  if (!isMap(sent)) return old
  const free = mayWriteFreely(request)
  const meta = { ...old }
  for (const { name, filter } of members) {
    if (!Object.hasOwn(sent, name)) continue
    const value = sent[name]
    if (value === null) delete meta[name]
    else if (typeof value === 'string') meta[name] = free || filter === undefined ? value : filter(value)
    else {
      const earlier = [{ param: `meta.${name}` }]
      throw new RestError('rest_invalid_type', `meta.${name} is not of type string.`, 400, { earlier })
    }
  }
  return meta
}
