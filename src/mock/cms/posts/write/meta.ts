import { mayWriteFreely } from '../../oddities/filtered-html.ts'
import { RestError } from '../../rest/error.ts'
import { isMap } from '../../rest/php.ts'
import { type RestRequest, param } from '../../rest/request.ts'
import type { MetaField } from '../kind.ts'

/** Meta after what a request writes: null deletes a member, unknown members are ignored, a wrong type is refused. */
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
