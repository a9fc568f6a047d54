import { mayWriteFreely } from '../../oddities/filtered-html.ts'
import { RestError, refuse } from '../../rest/error.ts'
import { isEmpty, isMap, isScalar, toInt, toText } from '../../rest/php.ts'
import { type RestRequest, hasParam, param } from '../../rest/request.ts'
import { toDatePair } from '../../store/dates.ts'
import type { Row, Status } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { filterInline, filterMarkup } from '../../text/kses.ts'
import { replaceWindowsReferences, trimPhp } from '../../text/php-text.ts'
import { can, findUser } from '../../users/users.ts'
import type { Draft, Kind } from '../kind.ts'
import { isProtected } from '../rights.ts'
import { uniqueSlug } from './unique-slug.ts'

/** The changes of a write request. Throws the errors that WordPress returns before it changes the row. */
export function draftOf(kind: Kind, store: Store, request: RestRequest, old: Row | undefined): Draft {
  const draft: Draft = {}
  const own = Object.assign(
    draft,
    textsOf(kind, request),
    statusOf(kind, request, old),
    datesOf(request, old),
  )
  const slug = param(request, 'slug')
  if (typeof slug === 'string') own.slug = slug
  const author = toInt(param(request, 'author'))
  if (author !== 0 && writes(kind, 'author')) {
    if (findUser(author) === undefined) throw new RestError('rest_invalid_author', 'Invalid author ID.', 400)
    own.author = author
  }
  if (writes(kind, 'password')) Object.assign(own, protectionOf(request, old))
  if (writes(kind, 'parent') && store.registry.typeOf(kind.type)?.hierarchical === true)
    Object.assign(own, parentOf(store, request))
  const order = param(request, 'menu_order')
  if (writes(kind, 'menu_order') && typeof order === 'number') own.menuOrder = toColumn(order)
  for (const [name, key] of [
    ['comment_status', 'commentStatus'],
    ['ping_status', 'pingStatus'],
  ] as const) {
    const value = param(request, name)
    if (writes(kind, name) && typeof value === 'string' && value !== '') own[key] = value
  }
  const whole = savedTexts(request, kind.draft?.(request, own, old, store) ?? own)
  if (texts.every((feature) => store.registry.supports(kind.type, feature))) refuseEmpty({ ...old, ...whole })
  return withUniqueSlug(kind, store, whole, old)
}

/**
 * The changes of an autosave. If WordPress rejects one value, it drops all of them and still saves. Errors of the
 * database remain errors.
 */
export function lenientDraftOf(kind: Kind, store: Store, request: RestRequest, old: Row | undefined): Draft {
  try {
    return draftOf(kind, store, request, old)
  } catch (error) {
    if (!(error instanceof RestError) || error.code === emptyContent) throw error
    return {}
  }
}

/** The database column has 32 bits. */
function toColumn(number: number): number {
  return Math.min(Math.max(number, -(2 ** 31)), 2 ** 31 - 1)
}

export function writes(kind: Kind, name: string): boolean {
  return kind.fields.some((field) => field.name === name && field.write !== undefined)
}

/**
 * The string in `title`, `content` and similar fields, which may be a string or `{ raw }`. Undefined for other values.
 */
export function rawText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return isMap(value) && typeof value['raw'] === 'string' ? value['raw'] : undefined
}

/** Like `rawText`, but converts a number or boolean in `raw`: 5 becomes "5". */
export function looseText(value: unknown): string | undefined {
  const raw = isMap(value) ? value['raw'] : undefined
  return isScalar(raw) ? toText(raw) : rawText(value)
}

function textsOf(kind: Kind, request: RestRequest): Draft {
  const draft: Draft = {}
  const title = writes(kind, 'title') ? looseText(param(request, 'title')) : undefined
  const content = writes(kind, 'content') ? looseText(param(request, 'content')) : undefined
  const excerpt = writes(kind, 'excerpt') ? looseText(param(request, 'excerpt')) : undefined
  if (title !== undefined && (!isEmpty(title) || typeof param(request, 'title') === 'string'))
    draft.title = savedTitle(request, title)
  if (content !== undefined) draft.content = content
  if (excerpt !== undefined) draft.excerpt = excerpt
  return draft
}

/** A title as it is stored. */
export function savedTitle(request: RestRequest, title: string): string {
  return trimPhp(mayWriteFreely(request) ? title : filterInline(title))
}

/** A draft with its content and excerpt as stored, whatever their names in the post type are. */
export function savedTexts(request: RestRequest, draft: Draft): Draft {
  const free = mayWriteFreely(request)
  const saved = { ...draft }
  for (const key of ['content', 'excerpt'] as const) {
    const text = draft[key]
    if (text !== undefined) saved[key] = replaceWindowsReferences(free ? text : filterMarkup(text))
  }
  return saved
}

function statusOf(kind: Kind, request: RestRequest, old: Row | undefined): Draft {
  const status = param(request, 'status')
  if (typeof status !== 'string' || status === old?.status || !writes(kind, 'status')) return {}
  const what = { private: 'create private posts', publish: 'publish posts', future: 'publish posts' }[status]
  if (what !== undefined && !can(request.user, kind.rights.publish))
    throw refuse(
      request.user,
      'rest_cannot_publish',
      `Sorry, you are not allowed to ${what} in this post type.`,
    )
  return { status: toStatus(status) }
}

const known: readonly Status[] = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'auto-draft',
  'inherit',
  'in-review',
  'archive',
]

function toStatus(text: string): Status {
  return known.find((status) => status === text) ?? 'draft'
}

/**
 * A null in `date` or `date_gmt` resets the date to now, whatever the other one is. Otherwise `date` has precedence.
 */
function datesOf(request: RestRequest, old: Row | undefined): Draft {
  const date = param(request, 'date')
  const dateGmt = param(request, 'date_gmt')
  if (isNull(request, 'date') || isNull(request, 'date_gmt')) return { date: '', dateGmt: '' }
  const given = typeof date === 'string' && date !== '' ? date : dateGmt
  if (typeof given === 'string' && given !== '') {
    const pair = toDatePair(given, given === dateGmt && given !== date)
    return pair === undefined || pair.local === old?.date ? {} : { date: pair.local, dateGmt: pair.gmt }
  }
  return {}
}

function isNull(request: RestRequest, name: string): boolean {
  return hasParam(request, name) && param(request, name) === null
}

const emptyContent = 'empty_content'
/** Only types with all of these refuse an empty row. */
const texts = ['title', 'editor', 'excerpt'] as const

function refuseEmpty({ title, content, excerpt }: Draft): void {
  if ([title, content, excerpt].every(isEmpty))
    throw new RestError(emptyContent, 'Content, title, and excerpt are empty.', 400)
}

const refuseBoth = (message: string): RestError => new RestError('rest_invalid_field', message, 400)

function protectionOf(request: RestRequest, old: Row | undefined): Draft {
  const password = param(request, 'password')
  const sticky = param(request, 'sticky')
  if (typeof password === 'string' && password !== '') {
    if (sticky === true) throw refuseBoth('A post can not be sticky and have a password.')
    if (old?.sticky === true) throw refuseBoth('A sticky post can not be password protected.')
  }
  if (sticky === true && old !== undefined && isProtected(old))
    throw refuseBoth('A password protected post can not be set to sticky.')
  return typeof password === 'string' ? { password } : {}
}

function parentOf(store: Store, request: RestRequest): Draft {
  const parent = param(request, 'parent')
  if (typeof parent !== 'number') return {}
  if (parent !== 0 && store.get(parent) === undefined)
    throw new RestError('rest_post_invalid_id', 'Invalid post parent ID.', 400)
  return { parent }
}

/** If a write sets the status of a draft, WordPress makes its slug unique as if it were published. */
function withUniqueSlug(kind: Kind, store: Store, draft: Draft, old: Row | undefined): Draft {
  const status = draft.status ?? old?.status
  const { slug } = draft
  if (isEmpty(slug) || slug === undefined || (status !== 'draft' && status !== 'pending')) return draft
  const parent = draft.parent ?? 0
  const claim = { id: old?.id ?? 0, type: kind.type, status: 'publish', parent, slug } as const
  return { ...draft, slug: uniqueSlug(store, claim) }
}
