import { RestError } from '../../rest/error.ts'
import { isMap } from '../../rest/php.ts'
import type { MetaField } from '../kind.ts'

/** Meta after a write: null deletes a member, unknown members are ignored, a wrong type is refused. */
export function mergeMeta(
  members: readonly MetaField[],
  old: Readonly<Record<string, string>>,
  sent: unknown,
): Readonly<Record<string, string>> {
  if (!isMap(sent)) return old
  const meta = { ...old }
  for (const { name } of members) {
    if (!Object.hasOwn(sent, name)) continue
    const value = sent[name]
    if (value === null) delete meta[name]
    else if (typeof value === 'string') meta[name] = value
    else {
      const earlier = [{ param: `meta.${name}` }]
      throw new RestError('rest_invalid_type', `meta.${name} is not of type string.`, 400, { earlier })
    }
  }
  return meta
}
