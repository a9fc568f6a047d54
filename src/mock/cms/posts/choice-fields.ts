import { pluginStatuses } from '../oddities/editorial-statuses.ts'
import { isEmpty } from '../rest/php.ts'
import { type RestRequest, param, textParam } from '../rest/request.ts'
import { type Arg, fault } from '../rest/schema/schema.ts'
import { validateValue } from '../rest/schema/validate.ts'
import { notEmbedded } from './fields.ts'
import type { Draft, Field } from './kind.ts'

const known = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit'] as const
const statuses = ['publish', 'future', 'draft', 'pending', 'private'] as const

/** `status`: the listed values, or the row's current one. */
export function statusField(more: readonly string[], find: (id: number) => string | undefined): Field {
  const schema: Arg = { type: 'string', enum: [...statuses, ...more] }
  return {
    name: 'status',
    contexts: notEmbedded,
    shows: { type: 'string', enum: known },
    read: ({ row }) => row.status,
    write: {
      ...schema,
      check(value, request, name) {
        const id = Number(param(request, 'id') ?? 0)
        const isKnown = pluginStatuses(request).some((status) => status === value)
        return isKnown || (id > 0 && find(id) === value) ? undefined : validateValue(value, schema, name)
      },
    },
  }
}

const formats = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio']

export const formatField: Field = {
  name: 'format',
  contexts: notEmbedded,
  write: { type: 'string', enum: formats },
  read: ({ row }) => row.format,
}

/** The `format` parameter of a list. */
export const formatArg: Arg = { type: 'array', uniqueItems: true, items: { type: 'string', enum: formats } }

/** `template`: the theme's templates for this type. */
export function templateField(names: readonly string[]): Field {
  return {
    name: 'template',
    contexts: notEmbedded,
    read: ({ row }) => row.template,
    write: {
      type: 'string',
      check: (value) =>
        isEmpty(value) || names.some((name) => name === value)
          ? undefined
          : fault('rest_invalid_param', `template is not one of ${names.join(', ')}.`),
    },
  }
}

/** The format and template of a write. */
export function choicesOf(request: RestRequest): Draft {
  const draft: Draft = {}
  const format = textParam(request, 'format')
  if (format !== '') draft.format = format
  const template = param(request, 'template')
  if (typeof template === 'string') draft.template = template
  return draft
}
