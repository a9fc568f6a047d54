import { sourceFields } from '../../src/core/mapping/field-map.ts'
import { columnPrefix } from '../../src/core/mapping/publish-if.ts'
import { closestTo } from '../../src/core/text/closest-to.ts'
import { quote } from '../../src/lib/text/quote.ts'

const mostNames = 50

/** The fields that products need for a public page, or else every error. */
export type PublishIfRead = { readonly names?: readonly string[]; readonly faults: readonly string[] }

/** Reads the `publish_if` of a map; undefined if the map has none. */
export function readPublishIf(value: unknown): PublishIfRead {
  if (value === undefined) return { faults: [] }
  if (!Array.isArray(value))
    return { faults: ['publish_if must be a list of fields, such as [ image, price ].'] }
  if (value.length === 0) return { faults: ['publish_if is an empty list. Add a field, or remove the key.'] }
  if (value.length > mostNames)
    return { faults: [`publish_if has ${value.length} fields. Allowed: at most ${mostNames}.`] }
  const names = value.map((one: unknown) => (typeof one === 'string' ? canonical(one) : one))
  const faults = names.flatMap((name, index) => faultsOf(name, names.indexOf(name) < index))
  return faults.length > 0 ? { faults } : { names: names.map(String), faults }
}

/** Blanks after `catalog.` make no difference. */
function canonical(name: string): string {
  return name.startsWith(columnPrefix) ? columnPrefix + name.slice(columnPrefix.length).trim() : name
}

function faultsOf(name: unknown, isRepeated: boolean): string[] {
  if (typeof name !== 'string') return ['publish_if may only contain names of fields, such as price.']
  const shown = quote(JSON.stringify(name), 60)
  if (isRepeated) return [`publish_if has ${shown} twice. Remove one of them.`]
  if (name === columnPrefix || name.length > 120)
    return [`publish_if has ${shown}. Name a column of the catalogue, such as catalog.category.`]
  if (name.startsWith(columnPrefix) || sourceFields.some((field) => field === name)) return []
  return [`publish_if has ${shown}, which is not a field of the partner. ${remedyFor(name)}`]
}

/** `meta.price` is the field that the page gets; the partner's is `price`. */
function remedyFor(name: string): string {
  const meant = closestTo(name, sourceFields) ?? closestTo(name.slice(name.indexOf('.') + 1), sourceFields)
  return meant === undefined
    ? `Allowed: ${sourceFields.join(', ')}, catalog.<column>.`
    : `Did you mean ${meant}?`
}
