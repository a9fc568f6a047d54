import { inWords, isMap } from '../php.ts'
import { type Fault, type Schema, fault } from './schema.ts'

type Validate = (value: unknown, schema: Schema, name: string) => Fault | undefined
type Miss = { readonly fault: Fault; readonly schema: Schema; readonly index: number }

/** The schema of `oneOf` or `anyOf` that a value matches, or the error if it matches none or too many. */
export function findMatch(
  value: unknown,
  schema: Schema,
  name: string,
  validate: Validate,
): { schema: Schema } | { fault: Fault } {
  const misses: Miss[] = []
  const hits: Schema[] = []
  const places: number[] = []
  for (const [index, choice] of (schema.oneOf ?? schema.anyOf ?? []).entries()) {
    const full =
      choice.type === undefined && schema.type !== undefined ? { ...choice, type: schema.type } : choice
    const wrong = validate(value, full, name)
    if (wrong !== undefined) misses.push({ fault: wrong, schema: full, index })
    else if (schema.oneOf === undefined) return { schema: full }
    else {
      hits.push(full)
      places.push(index)
    }
  }
  const [hit] = hits
  if (hits.length > 1) return { fault: tooMany(name, hits, places) }
  return hit === undefined ? { fault: explain(value, name, misses) } : { schema: hit }
}

function tooMany(name: string, hits: readonly Schema[], positions: readonly number[]): Fault {
  const titles = hits.flatMap((hit) => hit.title ?? [])
  const message =
    titles.length === hits.length
      ? `${name} matches ${inWords(titles)}, but should match only one.`
      : `${name} matches more than one of the expected formats.`
  return fault('rest_one_of_multiple_matches', message, { positions })
}

/**
 * The error to report if no schema matches. See `rest_get_combining_operation_error`: prefers schemas of the right
 * type, then the object that shares most properties.
 */
function explain(value: unknown, name: string, misses: readonly Miss[]): Fault {
  if (misses.length === 1 && misses[0] !== undefined) return withReason(name, misses[0])
  const near = misses.filter(
    (miss) => miss.fault.code !== 'rest_invalid_type' || miss.fault.data?.['param'] !== name,
  )
  if (near.length === 1 && near[0] !== undefined) return withReason(name, near[0])
  if (near[0]?.schema.type === 'object') {
    const members = isMap(value) ? Object.keys(value) : []
    const shared = (miss: Miss): number =>
      members.filter((key) => key in (miss.schema.properties ?? {})).length
    const best = near.reduce((left, right) => (shared(right) > shared(left) ? right : left))
    if (shared(best) > 0) return withReason(name, best)
  }
  const titles = misses.flatMap((miss) => miss.schema.title ?? [])
  return titles.length === misses.length
    ? fault('rest_no_matching_schema', `${name} is not a valid ${inWords(titles)}.`)
    : fault('rest_no_matching_schema', `${name} does not match any of the expected formats.`)
}

function withReason(name: string, miss: Miss): Fault {
  const { title } = miss.schema
  const what = title === undefined ? 'does not match the expected format' : `is not a valid ${title}`
  return fault('rest_no_matching_schema', `${name} ${what}. Reason: ${miss.fault.message}`, {
    position: miss.index,
  })
}
