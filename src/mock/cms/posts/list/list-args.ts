import { RestError, refusalStatus } from '../../rest/error.ts'
import { dateArg, integerList, orderArg, pageArgs, textList } from '../../rest/common-args.ts'
import { toList, toText } from '../../rest/php.ts'
import type { RestRequest } from '../../rest/request.ts'
import { type Arg, type Args, FaultBox, fault } from '../../rest/schema/schema.ts'
import { validateValue } from '../../rest/schema/validate.ts'
import { toSlug } from '../../text/slug.ts'
import { can } from '../../users/users.ts'
import { pluginStatuses } from '../../oddities/editorial-statuses.ts'
import type { Rights } from '../kind.ts'

const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit']
const requests = ['request-pending', 'request-confirmed', 'request-failed', 'request-completed']
export const anyStatus = [...statuses, ...requests, 'any']

export const orders = [
  'author',
  'date',
  'id',
  'include',
  'modified',
  'parent',
  'relevance',
  'slug',
  'include_slugs',
  'title',
]

/** The collection parameters of all post types. */
export function listArgs(orderby: readonly string[], status: Arg, more: Args = {}): Args {
  return {
    ...pageArgs,
    after: dateArg,
    modified_after: dateArg,
    author: integerList,
    author_exclude: integerList,
    before: dateArg,
    modified_before: dateArg,
    exclude: integerList,
    include: integerList,
    ...more,
    offset: { type: 'integer' },
    order: orderArg('desc'),
    orderby: { type: 'string', default: 'date', enum: orderby },
    search_semantics: { type: 'string', enum: ['exact'] },
    search_columns: {
      ...textList,
      default: [],
      items: { type: 'string', enum: ['post_title', 'post_content', 'post_excerpt'] },
    },
    slug: textList,
    status,
  }
}

/** The `status` parameter of a list. Each value must be known and allowed for this caller. */
export function statusArg(rights: Rights, known: readonly string[] = anyStatus, usual = 'publish'): Arg {
  const schema: Arg = { type: 'array', items: { type: 'string', enum: known } }
  return {
    ...schema,
    default: usual,
    clean(value, request, name) {
      const wanted = toList(value).map((status) => toSlug(toText(status)))
      const more: readonly string[] = pluginStatuses(request)
      for (const status of wanted) {
        if (status === usual) continue
        if (!mayFilterBy(status, rights, request)) return new FaultBox(forbiddenStatus(request))
        const wrong = more.includes(status) ? undefined : validateValue(status, schema, name)
        if (wrong !== undefined) return new FaultBox(wrong)
      }
      return wanted
    },
  }
}

function mayFilterBy(status: string, rights: Rights, { user }: RestRequest): boolean {
  return can(user, rights.edit) || (status === 'private' && can(user, rights.readPrivate))
}

export function forbiddenStatus({ user }: RestRequest) {
  const { code, message, status } = new RestError(
    'rest_forbidden_status',
    'Status is forbidden.',
    refusalStatus(user),
  )
  return fault(code, message, { status })
}
