import { mayWriteFreely } from '../../oddities/filtered-html.ts'
import { RestError } from '../../rest/error.ts'
import { entryOf, isEmpty, isMap } from '../../rest/php.ts'
import { type RestRequest, param } from '../../rest/request.ts'
import { sanitizeValue } from '../../rest/schema/sanitize.ts'
import { type Fault, fault } from '../../rest/schema/schema.ts'
import { validateValue } from '../../rest/schema/validate.ts'
import type { Row } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import type { MetaField } from '../kind.ts'
import { schemaOf } from '../meta-field.ts'

/** The meta of a row after a write, and the error if WordPress stored only some of the values. */
export type MergedMeta = { readonly meta: Row['meta']; readonly refusal: RestError | undefined }

/**
 * Merges the `meta` of a request. Null, or an empty list of values, deletes a value that there is. Unknown keys are ignored. Invalid
 * values are rejected, and the valid ones stored nevertheless.
 */
export function mergeMeta(members: readonly MetaField[], old: Row['meta'], request: RestRequest): MergedMeta {
  const sent = param(request, 'meta')
  if (!isMap(sent)) return { meta: old, refusal: undefined }
  const free = mayWriteFreely(request)
  const meta = { ...old }
  const faults: Fault[] = []
  for (const member of members) {
    const { name, filter, rule } = member
    if (!Object.hasOwn(sent, name)) continue
    const value = sent[name]
    const isReset = value === null || (rule?.single === false && isEmptyList(value))
    const wrong = isReset ? resetFaultOf(member, entryOf(old, name)) : faultOf(member, value)
    if (wrong !== undefined) faults.push(wrong)
    else if (isReset) delete meta[name]
    else {
      const clean = sanitizeValue(value, schemaOf(member))
      const filtered = free || filter === undefined || typeof clean !== 'string' ? clean : filter(clean)
      meta[name] = rule?.single === false ? mergeList(entryOf(meta, name), filtered) : filtered
    }
  }
  return { meta, refusal: toRefusal(faults) }
}

/** Stores the `meta` of a request in a row. Throws the error of invalid values after it has stored the others. */
export function storeMeta(store: Store, members: readonly MetaField[], row: Row, request: RestRequest): Row {
  const { meta, refusal } = mergeMeta(members, row.meta, request)
  const saved = store.put({ ...row, meta })
  if (refusal !== undefined) throw refusal
  return saved
}

/** PHP decodes `{}` as a list. */
function isEmptyList(value: unknown): boolean {
  return typeof value === 'object' && isEmpty(value)
}

const withNull = 'rest_invalid_stored_value'

function cannotReset(name: string): Fault {
  return fault(withNull, `The ${name} property has an invalid stored value, and cannot be updated to null.`)
}

/** The database returns an empty string for `false` and for a missing value, which is neither a number nor a boolean. */
function resetFaultOf(member: MetaField, stored: unknown): Fault | undefined {
  const { name, rule } = member
  if (rule?.single !== true) return undefined
  const current = stored ?? rule.unset ?? ''
  const wrong = validateValue(current === false ? '' : current, rule.schema, name)
  return wrong === undefined ? undefined : cannotReset(name)
}

function faultOf(member: MetaField, value: unknown): Fault | undefined {
  const { name, rule } = member
  if (rule?.single === false && Array.isArray(value) && value.includes(null)) return cannotReset(name)
  return validateValue(value, schemaOf(member), `meta.${name}`)
}

/** Values of a key that is not single are rows of a table: strings that stay keep their place, others are added. */
function mergeList(old: unknown, wanted: unknown): unknown {
  if (!Array.isArray(old) || !Array.isArray(wanted)) return wanted
  const occurs = (list: readonly unknown[], value: unknown): number =>
    list.filter((one) => one === value).length
  const stays = (value: unknown): boolean =>
    typeof value === 'string' && occurs(old, value) === 1 && wanted.includes(value)
  const kept = old.filter(stays)
  const added = [...wanted]
  for (const value of kept) added.splice(added.indexOf(value), 1)
  return [...kept, ...added]
}

/** Errors with one code share their data. */
function toRefusal(faults: readonly Fault[]): RestError | undefined {
  const errors = [...Map.groupBy(faults, ({ code }) => code)].flatMap(([code, group]) => {
    const status = code === withNull ? 500 : 400
    const data = group.flatMap((one) => [...(one.data === null ? [] : [one.data]), { status }])
    return group.map(({ message }) => new RestError(code, message, status, { earlier: data.slice(0, -1) }))
  })
  const [first, ...others] = errors
  if (first === undefined) return undefined
  return new RestError(first.code, first.message, first.status, { earlier: first.earlier, others })
}
