import { linksSchema } from '../posts/answers.ts'
import type { Context } from '../posts/kind.ts'
import { withCuries } from '../posts/links.ts'
import { wantedFields, wants } from '../rest/fields.ts'
import { helpSchema } from '../rest/help-schema.ts'
import { type RestRequest, contextOf } from '../rest/request.ts'
import type { Returns } from '../rest/route.ts'
import type { Schema } from '../rest/schema/schema.ts'

/** A property in the description of a post type or taxonomy, and the contexts that show it. */
export type Described<T> = {
  readonly name: string
  readonly in: readonly Context[]
  readonly shows: Schema
  readonly read: (facts: T) => unknown
}

export const text = { type: 'string' } as const
export const truth = { type: 'boolean' } as const

/** The links of a description: the list of descriptions (`pattern`), and the rows (`base`). */
export function descriptionLinks({ site }: RestRequest, pattern: string, base: string) {
  return withCuries({
    collection: [{ href: site.root + pattern }],
    'cms:items': [{ href: `${site.root}/cms/v2/${base}` }],
  })
}

/** The description of a post type or taxonomy in the context of the request. */
export function describe<T>(
  members: readonly Described<T>[],
  facts: T,
  request: RestRequest,
): Record<string, unknown> {
  const context = contextOf(request)
  const fields = wantedFields(request)
  const shown = members.filter((member) => member.in.includes(context) && wants(fields, member.name))
  return Object.fromEntries(shown.map(({ name, read }) => [name, read(facts)]))
}

/** The schema of such a description, as OPTIONS shows it. All its properties are read-only. */
export function descriptionSchema<T>(
  title: string,
  members: readonly Described<T>[],
): () => Record<string, unknown> {
  const schema = helpSchema(
    title,
    Object.fromEntries(
      members.map(({ name, in: context, shows }) => [name, { ...shows, context, readonly: true }]),
    ),
  )
  return () => schema
}

/** The response with one description, or with all by name. */
export function returnsOf<T>(title: string, members: readonly Described<T>[], which: 'one' | 'all'): Returns {
  const one: Schema = {
    title: `${title}.description`,
    type: 'object',
    properties: {
      ...Object.fromEntries(members.map(({ name, in: contexts, shows }) => [name, { ...shows, contexts }])),
      _links: linksSchema,
    },
  }
  return which === 'one'
    ? { description: 'The description.', schema: one }
    : { description: 'The descriptions by name.', schema: { type: 'object', additionalProperties: one } }
}
