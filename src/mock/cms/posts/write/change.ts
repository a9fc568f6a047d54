import { afterOthers } from '../../oddities/lost-updates.ts'
import { reviewedStatus } from '../../oddities/editorial-statuses.ts'
import { hiddenFor } from '../../oddities/duplicate-slugs.ts'
import { parentAfter } from '../../oddities/moved-pages.ts'
import { relocated } from '../../oddities/relocated-pages.ts'
import { acceptedDraft, savedAgain, shownAfter } from '../../oddities/plugins.ts'
import { storedBlocks } from '../../oddities/verbatim-blocks.ts'
import { RestError, refuse } from '../../rest/error.ts'
import { isEmpty, isMap } from '../../rest/php.ts'
import { type RestRequest, param } from '../../rest/request.ts'
import { type Answer, ok } from '../../rest/route.ts'
import type { Row } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import type { Feature } from '../../../contracts/site-types/site-types.ts'
import { can } from '../../users/users.ts'
import type { Draft, Kind } from '../kind.ts'
import { storeAcf } from './acf.ts'
import { storeMeta } from './meta.ts'
import { invalidId, rowOf, showItem } from '../read.ts'
import { keepRevision } from './revise.ts'
import { deleteRow, trashRow } from './remove.ts'
import { mayDelete, mayEdit } from '../rights.ts'
import { insertRow, updateRow } from './save.ts'
import { showRow, viewOf, type Shown } from '../show.ts'
import { draftOf } from './write.ts'

export function mayCreate(kind: Kind, request: RestRequest): true | RestError {
  const { user } = request
  if (!isEmpty(param(request, 'id')))
    return new RestError('rest_post_exists', 'Cannot create existing post.', 400)
  const message = 'Sorry, you are not allowed to create posts as this user.'
  if (givesToOther(kind, request)) return refuse(user, 'rest_cannot_edit_others', message)
  if (sticksWithoutRight(kind, request)) return cannotStick(request)
  if (!can(user, kind.rights.create)) return refuse(user, 'rest_cannot_create', message)
  return namesNoTerm(kind, request) ? cannotAssign(request) : true
}

export function mayUpdate(kind: Kind, store: Store, request: RestRequest): true | RestError {
  const { user } = request
  const row = rowOf(kind, store, request)
  if (row instanceof RestError) return row
  if (!mayEdit(user, kind.rights, row))
    return refuse(user, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.')
  if (givesToOther(kind, request))
    return refuse(user, 'rest_cannot_edit_others', 'Sorry, you are not allowed to update posts as this user.')
  if (sticksWithoutRight(kind, request)) return cannotStick(request)
  return namesNoTerm(kind, request) ? cannotAssign(request) : true
}

export function mayDeleteItem(kind: Kind, store: Store, request: RestRequest): true | RestError {
  const row = rowOf(kind, store, request)
  if (row instanceof RestError) return row
  return mayDelete(request.user, kind.rights, row)
    ? true
    : refuse(request.user, 'rest_cannot_delete', 'Sorry, you are not allowed to delete this post.')
}

export function createItem(kind: Kind, store: Store, request: RestRequest): Answer | Promise<Answer> {
  if (param(request, 'id') !== null) return invalidId()
  const draft = relocated(
    request,
    kind.type,
    acceptedDraft(request, draftOf(kind, store, request, undefined)),
    undefined,
  )
  const has = (feature: Feature): boolean => store.registry.supports(kind.type, feature)
  const defaults: Draft = kind.type === 'post' ? { terms: { category: [1] } } : {}
  const row = insertRow(store, kind.type, {
    ...defaults,
    author: request.user?.id ?? 0,
    commentStatus: kind.type !== 'page' && has('comments') ? 'open' : 'closed',
    pingStatus: has('trackbacks') ? 'open' : 'closed',
    ...draft,
    ...(draft.status !== undefined && { status: reviewedStatus(request, draft.status) }),
  })
  return hiddenFor(request, store, row, () =>
    created(kind, store, request, { row: saveExtras(kind, store, request, row), context: 'edit' }),
  )
}

/** 201 with the row and its REST URL. */
export function created(kind: Kind, store: Store, request: RestRequest, shown: Shown): Answer {
  const answer = showItem(kind, store, request, shown)
  if (answer instanceof RestError) return answer
  const headers = { Location: `${request.site.root}/cms/v2/${kind.base}/${shown.row.id}` }
  return { ...answer, status: 201, headers }
}

export function updateItem(kind: Kind, store: Store, request: RestRequest): Answer | Promise<Answer> {
  const old = rowOf(kind, store, request)
  if (old instanceof RestError) return old
  return afterOthers(request, () => saveItem(kind, store, request, old))
}

function saveItem(kind: Kind, store: Store, request: RestRequest, old: Row): Answer {
  if (store.get(old.id) === undefined) return invalidId()
  const draft = relocated(request, kind.type, acceptedDraft(request, draftOf(kind, store, request, old)), old)
  const parent = parentAfter(request, store, old)
  if (parent !== old.parent) draft.parent = parent
  const { registry } = store
  if (draft.content !== undefined && registry.supports(old.type, 'editor'))
    draft.content = storedBlocks(request, draft.content)
  const saved = saveExtras(kind, store, request, updateRow(store, old, draft))
  if (!registry.supports(old.type, 'revisions'))
    return showItem(kind, store, request, { row: saved, context: 'edit' })
  keepRevision(store, saved, request.user?.id ?? 0)
  const again = savedAgain(store, request, saved)
  return showItem(kind, store, request, {
    row: shownAfter(request, { old, saved, again }),
    context: 'edit',
  })
}

/**
 * Featured media and meta, which WordPress saves after the row. Invalid meta is therefore rejected after the row has
 * changed.
 */
function saveExtras(kind: Kind, store: Store, request: RestRequest, row: Row): Row {
  const featured = param(request, 'featured_media')
  // An update of a file ignores `featured_media`.
  const hasPicture = typeof featured === 'number' && kind.type !== 'attachment'
  const known = hasPicture ? store.get(featured) : undefined
  const picture =
    known?.type === 'attachment' && known.file?.mime.startsWith('image/') === true ? known.id : 0
  const saved =
    typeof featured === 'number' && picture !== row.featured ? store.put({ ...row, featured: picture }) : row
  const withMeta = param(request, 'meta') === null ? saved : storeMeta(store, kind.meta, saved, request)
  return storeAcf(kind, store, request, withMeta)
}

export function deleteItem(kind: Kind, store: Store, request: RestRequest): Answer {
  const row = rowOf(kind, store, request)
  if (row instanceof RestError) return row
  if (param(request, 'force') === true) {
    const context = kind.type === 'nav_menu_item' ? 'view' : 'edit'
    const previous = showRow(kind, viewOf(kind, store, request, { row, context }), undefined)
    deleteRow(store, row)
    return ok({ deleted: true, previous })
  }
  if (kind.trash !== true) return new RestError('rest_trash_not_supported', kind.trash.message, 501)
  if (row.status === 'trash')
    return new RestError('rest_already_trashed', 'The post has already been deleted.', 410)
  const trashed = trashRow(store, row, request.user?.id ?? 0)
  return showItem(kind, store, request, { row: trashed, context: 'edit' })
}

function givesToOther(kind: Kind, request: RestRequest): boolean {
  const { user } = request
  const author = param(request, 'author')
  return !isEmpty(author) && author !== (user?.id ?? 0) && !can(user, kind.rights.editOthers)
}

function sticksWithoutRight(kind: Kind, request: RestRequest): boolean {
  const { user } = request
  if (isEmpty(param(request, 'sticky'))) return false
  return !can(user, kind.rights.editOthers) && !can(user, kind.rights.publish)
}

function cannotStick({ user }: RestRequest): RestError {
  return refuse(user, 'rest_cannot_assign_sticky', 'Sorry, you are not allowed to make posts sticky.')
}

/** An empty id cannot be assigned. Unknown ids are dropped later. */
function namesNoTerm(kind: Kind, request: RestRequest): boolean {
  return Object.values(kind.taxonomies).some((base) => {
    const sent = param(request, base)
    return sent !== null && (isMap(sent) || Array.isArray(sent) ? Object.values(sent) : [sent]).some(isEmpty)
  })
}

function cannotAssign({ user }: RestRequest): RestError {
  return refuse(user, 'rest_cannot_assign_term', 'Sorry, you are not allowed to assign the provided terms.')
}
