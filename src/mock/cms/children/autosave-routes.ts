import { mayUpdate } from '../posts/write/change.ts'
import { everywhere } from '../posts/fields.ts'
import type { Draft, Kind } from '../posts/kind.ts'
import { shortLinkOf } from '../posts/link.ts'
import { mergeMeta } from '../posts/write/meta.ts'
import { rowOf } from '../posts/read.ts'
import { namespace, writeArgsOf } from '../posts/resource.ts'
import { copyOf, isAutosave, saysTheSame } from '../posts/write/revise.ts'
import { updateRow } from '../posts/write/save.ts'
import { draftOf } from '../posts/write/write.ts'
import { plainContextArg } from '../rest/common-args.ts'
import { RestError } from '../rest/error.ts'
import { wantedFields, wants } from '../rest/fields.ts'
import { type RestRequest, contextOf, param } from '../rest/request.ts'
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
          may: (request) => mayUpdate(kind, store, request),
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

function listAutosaves(kind: Kind, store: Store, request: RestRequest): Answer {
  const parent = parentOf(kind, store, request, 'id')
  if (parent instanceof RestError) return parent
  const fields = wantedFields(request)
  const rows = store.revisionsOf(parent.id).filter(isAutosave)
  return ok(
    rows.map((row) => {
      const { data, links } = answerWith(kind, request, row, contextOf(request))
      return typeof data === 'object' && (fields === undefined || '_links' in fields)
        ? { ...data, _links: links }
        : data
    }),
  )
}

/** The latest autosave of the row; the id in the path says nothing, as in the engine. */
function readAutosave(kind: Kind, store: Store, request: RestRequest): Answer {
  const parent = parentOf(kind, store, request)
  if (parent instanceof RestError) return parent
  const row = store.revisionsOf(parent.id).findLast(isAutosave)
  if (row !== undefined) return answerWith(kind, request, row, contextOf(request))
  return new RestError('rest_post_no_autosave', 'There is no autosave revision for this post.', 404)
}

function autosave(kind: Kind, store: Store, request: RestRequest): Answer {
  const row = rowOf(kind, store, request)
  if (row instanceof RestError) return row
  const draft = draftOf(kind, store, request, row)
  const own = (row.status === 'draft' || row.status === 'auto-draft') && row.author === request.user?.id
  const saved = own ? updateRow(store, row, draft) : keepAutosave(kind, store, request, { row, draft })
  return answerWith(kind, request, saved, 'edit')
}

/** A first autosave holds only what was sent; a later one changes it, unless what was sent equals the row itself. */
function keepAutosave(
  kind: Kind,
  store: Store,
  request: RestRequest,
  { row, draft }: { row: Row; draft: Draft },
): Row {
  const author = request.user?.id ?? 0
  const meta = mergeMeta(kind.meta, row.meta, param(request, 'meta'))
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

function answerWith(kind: Kind, request: RestRequest, row: Row, context: 'view' | 'embed' | 'edit') {
  const fields = wantedFields(request)
  const shown = showRevision(kind, request, { row, context }, fields)
  const above = row.parent === 0 ? row.id : row.parent
  const preview = `${shortLinkOf({ ...row, id: above, type: kind.type }, request.site)}&preview=true`
  const data =
    context === 'edit' && wants(fields, 'preview_link') ? { ...shown, preview_link: preview } : shown
  return ok(data, { links: revisionLinks(kind, request, row, fields) })
}
