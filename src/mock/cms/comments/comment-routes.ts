import { forceArg, plainContextArg } from '../rest/common-args.ts'
import { RestError } from '../rest/error.ts'
import { param } from '../rest/request.ts'
import { type Answer, type Route, ok, updating } from '../rest/route.ts'
import type { RestRequest } from '../rest/request.ts'
import type { Args } from '../rest/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { commentAnswers } from './answers.ts'
import { createArgs, listArgs, updateArgs } from './comment-args.ts'
import { commentOf, mayChange, mayList, mayReadItem } from './comment-rights.ts'
import { listComments } from './list-comments.ts'
import { mayComment } from './may-comment.ts'
import { answerComment, showComment } from './show-comment.ts'
import { createComment, updateComment, withStatus } from './write-comment.ts'

const namespace = 'cms/v2'

/** Comments and editors' notes. */
export function commentRoutes(store: Store): Route[] {
  const id: Args = { id: { type: 'integer' } }
  return [
    {
      pattern: `/${namespace}/comments`,
      namespace,
      endpoints: [
        {
          methods: ['GET'],
          args: listArgs,
          may: (request) => mayList(store, request),
          run: (request) => listComments(store, request),
          returns: commentAnswers.list,
        },
        {
          methods: ['POST'],
          args: createArgs,
          may: (request) => mayComment(store, request),
          run: (request) => createComment(store, request),
          returns: commentAnswers.created,
        },
      ],
    },
    {
      pattern: `/${namespace}/comments/(?P<id>[\\d]+)`,
      namespace,
      endpoints: [
        {
          methods: ['GET'],
          args: { ...id, context: { ...plainContextArg, default: 'view' }, password: { type: 'string' } },
          may: (request) => mayReadItem(store, request),
          run: (request) => readComment(store, request),
          returns: commentAnswers.item,
        },
        {
          methods: updating,
          args: { ...id, ...updateArgs },
          may: (request) => mayChange(store, request, 'edit'),
          run: (request) => updateComment(store, request),
          returns: commentAnswers.updated,
        },
        {
          methods: ['DELETE'],
          args: { ...id, force: forceArg, password: { type: 'string' } },
          may: (request) => mayChange(store, request, 'delete'),
          run: (request) => deleteComment(store, request),
          returns: commentAnswers.removed,
        },
      ],
    },
  ]
}

function readComment(store: Store, request: RestRequest): Answer {
  const comment = commentOf(store, request)
  return comment instanceof RestError ? comment : answerComment(store, request, comment)
}

function deleteComment(store: Store, request: RestRequest): Answer {
  const comment = commentOf(store, request)
  if (comment instanceof RestError) return comment
  if (param(request, 'force') === true) {
    const previous = showComment(store, request, comment, { fields: undefined, context: 'edit' })
    for (const reply of [...store.comments.all()].filter(({ parent }) => parent === comment.id))
      store.comments.put({ ...reply, parent: comment.parent })
    store.comments.remove(comment.id)
    return ok({ deleted: true, previous })
  }
  if (comment.status === 'trash')
    return new RestError('rest_already_trashed', 'The comment has already been trashed.', 410)
  return answerComment(store, request, store.comments.put(withStatus(comment, 'trash')), 'edit')
}
