import { textArg } from '../posts/fields.ts'
import { metaArg } from '../posts/meta-field.ts'
import { contextArg, dateArg, integerList, orderArg, pageArgs, writeArgs } from '../rest/common-args.ts'
import { isEmpty, toText } from '../rest/php.ts'
import type { RestRequest } from '../rest/request.ts'
import { type Arg, type Args, FaultBox } from '../rest/schema/schema.ts'
import { validateValue } from '../rest/schema/validate.ts'

const key = (value: unknown): string =>
  typeof value === 'string' ? value.toLowerCase().replace(/[^a-z0-9_-]/g, '') : ''
const email: Arg = { type: 'string', format: 'email' }

/** Checks the value as an e-mail address after PHP's conversion to a string. Empty values are valid. */
function cleanEmail(value: unknown, _request: RestRequest, name: string): unknown {
  const text = typeof value === 'object' && value !== null ? 'Array' : toText(value)
  const wrong = isEmpty(text) ? undefined : validateValue(text, email, name)
  return wrong === undefined ? text : new FaultBox(wrong)
}

/** Collection parameters of comments. */
export const listArgs: Args = {
  ...pageArgs,
  context: contextArg,
  after: dateArg,
  author: integerList,
  author_exclude: integerList,
  author_email: { ...email, default: null },
  before: dateArg,
  exclude: integerList,
  include: integerList,
  offset: { type: 'integer' },
  order: orderArg('desc'),
  orderby: {
    type: 'string',
    default: 'date_gmt',
    enum: ['date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'],
  },
  parent: integerList,
  parent_exclude: integerList,
  post: integerList,
  status: { type: 'string', default: 'approve', early: true, clean: key },
  type: { type: 'string', default: 'comment', early: true, clean: key },
  password: { type: 'string' },
}

/** The writable fields of a comment. */
export const updateArgs: Args = writeArgs({
  author: { type: 'integer' },
  author_email: { ...email, early: false, clean: cleanEmail },
  author_ip: { type: 'string', format: 'ip' },
  author_name: { type: 'string', format: 'text-field' },
  author_url: { type: 'string', format: 'uri' },
  author_user_agent: { type: 'string', format: 'text-field' },
  content: textArg(),
  date: dateArg,
  date_gmt: dateArg,
  parent: { type: 'integer' },
  post: { type: 'integer' },
  status: { type: 'string', clean: key },
  meta: metaArg({ _note_status: { type: 'string', enum: ['resolved', 'reopen'] } }),
})

export const createArgs: Args = {
  ...updateArgs,
  parent: { type: 'integer', early: true, default: 0 },
  post: { type: 'integer', early: true, default: 0 },
}
