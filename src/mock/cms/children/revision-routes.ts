import type { Kind } from '../posts/kind.ts'
import { namespace } from '../posts/resource.ts'
import { mayDelete } from '../posts/rights.ts'
import { forceArg, integerList, orderArg, pageArgs, plainContextArg } from '../rest/common-args.ts'
import { RestError, refuse } from '../rest/error.ts'
import { wantedFields } from '../rest/fields.ts'
import { type RestRequest, contextOf, intParam } from '../rest/request.ts'
import { type Answer, type Route, ok } from '../rest/route.ts'
import type { Args } from '../rest/schema/schema.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { revisionAnswers } from './answers.ts'
import { listRevisions } from './list-revisions.ts'
import { maySeeChildren, parentOf } from './parent.ts'
import { revisionLinks, showRevision } from './show-revision.ts'

const orders = ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title']

/** Revisions of a post type: read-only, because no user may delete one. */
export function revisionRoutes(kind: Kind, store: Store): Route[] {
  const word = 'revisions'
  const parent: Args = { parent: { type: 'integer' } }
  const { default: _default, ...perPage } = pageArgs.per_page
  return [
    {
      pattern: `/${namespace}/${kind.base}/(?P<parent>[\\d]+)/revisions`,
      namespace,
      endpoints: [
        {
          methods: ['GET'],
          args: {
            ...parent,
            ...pageArgs,
            per_page: perPage,
            exclude: integerList,
            include: integerList,
            offset: { type: 'integer' },
            order: orderArg('desc'),
            orderby: { type: 'string', default: 'date', enum: orders },
          },
          may: (request) => maySeeChildren(kind, store, request, { word }),
          run: (request) => listRevisions(kind, store, request),
          returns: revisionAnswers.list,
        },
      ],
    },
    {
      pattern: `/${namespace}/${kind.base}/(?P<parent>[\\d]+)/revisions/(?P<id>[\\d]+)`,
      namespace,
      endpoints: [
        {
          methods: ['GET'],
          args: { ...parent, id: { type: 'integer' }, context: { ...plainContextArg, default: 'view' } },
          may: (request) => maySeeChildren(kind, store, request, { word }),
          run: (request) => readRevision(kind, store, request),
          returns: revisionAnswers.item,
        },
        {
          methods: ['DELETE'],
          args: { ...parent, id: { type: 'integer' }, force: forceArg },
          may: (request) => refuseDeletion(kind, store, request),
          run: (request) =>
            refuse(request.user, 'rest_cannot_delete', 'Sorry, you are not allowed to delete this revision.'),
        },
      ],
    },
  ]
}

function revisionOf(kind: Kind, store: Store, request: RestRequest): Row | RestError {
  const parent = parentOf(kind, store, request)
  if (parent instanceof RestError) return parent
  const row = store.get(intParam(request, 'id'))
  if (row?.type !== 'revision') return new RestError('rest_post_invalid_id', 'Invalid revision ID.', 404)
  if (row.parent === parent.id) return row
  const message = `The revision does not belong to the specified parent with id of "${parent.id}"`
  return new RestError('rest_revision_parent_id_mismatch', message, 404)
}

function readRevision(kind: Kind, store: Store, request: RestRequest): Answer {
  const row = revisionOf(kind, store, request)
  if (row instanceof RestError) return row
  const fields = wantedFields(request)
  return ok(showRevision(kind, request, { row, context: contextOf(request) }, fields), {
    links: revisionLinks(kind, request, row, fields),
  })
}

function refuseDeletion(kind: Kind, store: Store, request: RestRequest): RestError {
  const parent = parentOf(kind, store, request)
  if (parent instanceof RestError) return parent
  if (!mayDelete(request.user, kind.rights, parent))
    return refuse(
      request.user,
      'rest_cannot_delete',
      'Sorry, you are not allowed to delete revisions of this post.',
    )
  const row = revisionOf(kind, store, request)
  if (row instanceof RestError) return row
  return refuse(request.user, 'rest_cannot_delete', 'Sorry, you are not allowed to delete this revision.')
}
