import type { Returns } from '../rest/route.ts'
import type { Arg, Schema } from '../rest/schema/schema.ts'
import type { Kind } from './kind.ts'

const titles: Readonly<Record<string, string>> = {
  post: 'Post',
  page: 'Page',
  attachment: 'Media',
  nav_menu_item: 'MenuItem',
}

/** Links by relation: related items, and in context `edit` the actions that the caller may perform. */
export const linksSchema: Schema = {
  title: 'Links',
  type: 'object',
  additionalProperties: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        href: { type: 'string' },
        embeddable: { type: 'boolean' },
        targetHints: { type: 'object', properties: { allow: { type: 'array', items: { type: 'string' } } } },
      },
    },
  },
}

/** The responses of the routes of a post type, derived from its declaration. */
export function answersOf(kind: Kind): Record<'list' | 'item' | 'created' | 'updated' | 'removed', Returns> {
  const item = itemSchema(kind)
  const deleted: Schema = { type: 'object', properties: { deleted: { type: 'boolean' }, previous: item } }
  return {
    list: { description: 'The items that fit.', schema: { type: 'array', items: item }, paged: true },
    item: { description: 'The item.', schema: item },
    created: { description: 'The new item, in context edit.', schema: item, status: 201 },
    updated: { description: 'The item as it now is, in context edit.', schema: item },
    removed:
      kind.trash === true
        ? {
            description: 'With `force` what was deleted, else the item in the trash.',
            schema: { anyOf: [deleted, item] },
          }
        : { description: 'What was deleted.', schema: deleted },
  }
}

/** An item with all fields of all contexts. `_fields` and the context remove some. */
function itemSchema({ type, fields }: Kind): Schema {
  const shown = fields.flatMap(({ name, contexts, write, shows, read }) =>
    read === undefined ? [] : [[name, { ...(shows ?? asShown(write)), contexts }] as const],
  )
  return {
    title: titles[type] ?? `type.${type}`,
    type: 'object',
    properties: { ...Object.fromEntries(shown), _links: linksSchema },
  }
}

/** The schema of a writable field, without the rules for writing. */
export function asShown(arg: Arg = {}): Schema {
  const {
    default: _default,
    required: _required,
    early: _early,
    plain: _plain,
    check: _check,
    clean: _clean,
    ...schema
  } = arg
  return schema
}
