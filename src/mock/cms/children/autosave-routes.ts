import { createHash } from 'node:crypto'
import { mayUpdate } from '../posts/write/change.ts'
import { everywhere } from '../posts/fields.ts'
import type { Context, Draft, Kind } from '../posts/kind.ts'
import { linkOf } from '../posts/link.ts'
import { mergeMeta } from '../posts/write/meta.ts'
import { rowOf } from '../posts/read.ts'
import { namespace, writeArgsOf } from '../posts/resource.ts'
import { copyOf, isAutosave, saysTheSame } from '../posts/write/revise.ts'
import { savedTerms, updateRow } from '../posts/write/save.ts'
import { lenientDraftOf } from '../posts/write/write.ts'
import { plainContextArg } from '../rest/common-args.ts'
import { RestError } from '../rest/error.ts'
import { wantedFields, wants, wantsWhole } from '../rest/fields.ts'
import { type RestRequest, contextOf, intParam, param } from '../rest/request.ts'
import { type Answer, type Route, ok } from '../rest/route.ts'
import type { Args } from '../rest/schema/schema.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { autosaveAnswers } from './answers.ts'
import { maySeeChildren, parentOf } from './parent.ts'
import { revisionLinks, showRevision } from './show-revision.ts'

/** Autosaves of a post type: one for each row and author. */
export function autosaveRoutes(kind: Kind, store: Store): Route[] {
  const id: Args = { id: { type: 'integer' } }
  const context: Args = { context: { ...plainContextArg, enum: everywhere, default: 'view' } }
  return [
    {
      pattern: `/${namespace}/${kind.base}/(?P<id>[\\d]+)/autosaves`,
      namespace,
      endpoints: [
        {
          methods: ['GET'],
          args: { ...id, parent: { type: 'integer' }, ...context },
          may: (request) => maySeeChildren(kind, store, request, { name: 'id', word: 'autosaves' }),
          run: (request) => listAutosaves(kind, store, request),
          returns: autosaveAnswers.list,
        },
        {
          methods: ['POST'],
          args: { ...id, ...writeArgsOf(kind) },
          may: (request) => (intParam(request, 'id') === 0 ? noItem() : mayUpdate(kind, store, request)),
          run: (request) => autosave(kind, store, request),
          returns: autosaveAnswers.saved,
        },
      ],
    },
    {
      pattern: `/${namespace}/${kind.base}/(?P<parent>[\\d]+)/autosaves/(?P<id>[\\d]+)`,
      namespace,
      endpoints: [
        {
          methods: ['GET'],
          args: { parent: { type: 'integer' }, ...id, ...context },
          may: (request) => maySeeChildren(kind, store, request, { word: 'revisions' }),
          run: (request) => readAutosave(kind, store, request),
          returns: autosaveAnswers.item,
        },
      ],
    },
  ]
}

const noItem = (): RestError => new RestError('rest_post_invalid_id', 'Invalid item ID.', 404)

function listAutosaves(kind: Kind, store: Store, request: RestRequest): Answer {
  const parent = parentOf(kind, store, request, 'id')
  if (parent instanceof RestError) return parent
  const fields = wantedFields(request)
  return ok(
    autosavesOf(store, parent.id).map((row) => {
      const { data, links } = answerWith(kind, store, request, { row, context: contextOf(request) })
      const linked = wants(fields, '_links') && Object.keys(links ?? {}).length > 0
      return typeof data === 'object' && linked ? { ...data, _links: links } : data
    }),
  )
}

/** One autosave for each author, the latest first. `within` orders autosaves of the same second. */
function autosavesOf(
  store: Store,
  id: number,
  within = (left: Row, right: Row): number => right.id - left.id,
): Row[] {
  const rows = store.revisionsOf(id).filter(isAutosave)
  return rows.sort((left, right) => right.date.localeCompare(left.date) || within(left, right))
}

/** The latest autosave of the row. Like `wp_get_post_autosave`, ignores the id in the path. */
function readAutosave(kind: Kind, store: Store, request: RestRequest): Answer {
  const parent = parentOf(kind, store, request)
  if (parent instanceof RestError) return parent
  // WordPress returns the older of two autosaves of the same second.
  const [row] = autosavesOf(store, parent.id, (left, right) => left.id - right.id)
  if (row !== undefined) return answerWith(kind, store, request, { row, context: contextOf(request) })
  return new RestError('rest_post_no_autosave', 'There is no autosave revision for this post.', 404)
}

function autosave(kind: Kind, store: Store, request: RestRequest): Answer {
  const row = rowOf(kind, store, request)
  if (row instanceof RestError) return row
  const draft = lenientDraftOf(kind, store, request, row)
  const own = (row.status === 'draft' || row.status === 'auto-draft') && row.author === request.user?.id
  // WordPress does not make the slug of an autosaved draft unique.
  const slug = param(request, 'slug')
  const { sticky, format, template } = row
  // Nor does it save what a write saves after the row itself.
  const kept = { ...draft, terms: savedTerms(row), sticky, format, template }
  const whole = typeof slug === 'string' ? { ...kept, slug } : kept
  const saved = own ? updateRow(store, row, whole) : keepAutosave(kind, store, request, { row, draft })
  return answerWith(kind, store, request, { row: saved, context: 'edit' })
}

/**
 * A first autosave contains only the values sent. A later one is updated, unless the values equal the row's. Invalid
 * meta is ignored.
 */
function keepAutosave(
  kind: Kind,
  store: Store,
  request: RestRequest,
  { row, draft }: { row: Row; draft: Draft },
): Row {
  const author = request.user?.id ?? 0
  const { meta } = mergeMeta(kind.meta, row.meta, request)
  const old = store.revisionsOf(row.id).find((one) => isAutosave(one) && one.author === author)
  const texts = (base: Pick<Row, 'title' | 'content' | 'excerpt'>) => ({
    title: draft.title ?? base.title,
    content: draft.content ?? base.content,
    excerpt: draft.excerpt ?? base.excerpt,
  })
  const nothing = { title: '', content: '', excerpt: '' }
  if (old === undefined)
    return store.put(copyOf(store, { ...row, ...texts(nothing), meta }, 'autosave', author))
  if (saysTheSame({ ...row, ...texts(row), meta }, row)) return old
  const { local, gmt } = store.today()
  const now = { date: local, dateGmt: gmt, modified: local, modifiedGmt: gmt }
  return store.put({ ...old, ...texts(old), meta, ...now })
}

/** The preview URL of a draft, or of a row with this autosave. The latter requires a nonce. */
function previewOf(store: Store, { site, user }: RestRequest, row: Row): string {
  const above = isAutosave(row) ? store.get(row.parent) : undefined
  const address = linkOf(store, above ?? row, site)
  const nonce = createHash('sha256').update(`preview ${user?.id} ${above?.id}`).digest('hex').slice(0, 10)
  const own = above === undefined ? '' : `preview_id=${above.id}&preview_nonce=${nonce}&`
  return `${address}${address.includes('?') ? '&' : '?'}${own}preview=true`
}

function answerWith(
  kind: Kind,
  store: Store,
  request: RestRequest,
  { row, context }: { row: Row; context: Context },
) {
  const fields = wantedFields(request)
  const shown = showRevision(kind, request, { row, context }, fields)
  const data =
    context === 'edit' && wantsWhole(fields, 'preview_link')
      ? { ...shown, preview_link: previewOf(store, request, row) }
      : shown
  return ok(data, { links: revisionLinks(kind, request, row, fields) })
}
