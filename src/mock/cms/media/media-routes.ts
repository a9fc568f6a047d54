import { crashAfterUpload, crashesMakingSizes } from '../oddities/failed-subsizes.ts'
import { waitForSizes } from '../oddities/slow-subsizes.ts'
import { mayUpdate } from '../posts/write/change.ts'
import { answersOf } from '../posts/answers.ts'
import { rowOf, showItem } from '../posts/read.ts'
import { namespace, postRoutes, writeArgsOf } from '../posts/resource.ts'
import { RestError } from '../rest/error.ts'
import type { Endpoint, Returns, Route } from '../rest/route.ts'
import type { Args } from '../rest/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { createMedia, mayUpload } from './create-media.ts'
import { editArgs, editMedia, mayEditPicture } from './edit-media.ts'
import { makeSubSizes } from './keep-file.ts'
import { mediaKind } from './media-kind.ts'
import { finalize, finalizeArgs, sideload, sideloadArgs } from './sideload.ts'

const sideloaded: Returns = {
  description: 'The file as it is stored, to be named to `finalize`.',
  schema: {
    title: 'SideloadedFile',
    type: 'object',
    properties: {
      image_size: { type: ['string', 'array'], items: { type: 'string' } },
      width: { type: 'integer' },
      height: { type: 'integer' },
      file: { type: 'string' },
      mime_type: { type: 'string' },
      filesize: { type: 'integer' },
      original_image: { type: 'string' },
    },
  },
}

/** Media: the collection, its items, and the actions on one image. */
export function mediaRoutes(store: Store, hasTrash: boolean): Route[] {
  const kind = mediaKind(store, hasTrash)
  const { updated, created } = answersOf(kind)
  const texts = writeArgsOf(kind)
  const textArgs = Object.fromEntries(
    Object.entries(texts).filter(([name]) =>
      ['caption', 'description', 'title', 'post', 'alt_text'].includes(name),
    ),
  )

  return [
    ...postRoutes(kind, store, {
      create: {
        may: (request) => mayUpload(kind, store, request),
        run: (request) => createMedia(kind, store, request),
      },
    }),
    itemAction(
      'post-process',
      { action: { type: 'string', enum: ['create-image-subsizes'], required: true } },
      {
        returns: updated,
        may: (request) => mayUpdate(kind, store, request),
        async run(request) {
          const row = rowOf(kind, store, request)
          if (row instanceof RestError || row.file === undefined)
            return row instanceof RestError ? row : showItem(kind, store, request, { row, context: 'edit' })
          if (crashesMakingSizes(request, row.file.mime)) return crashAfterUpload(row.id)
          const file = { ...row.file, sizes: await makeSubSizes(store, row.file) }
          await waitForSizes(request.oddities, row.file, file)
          return showItem(kind, store, request, { row: store.put({ ...row, file }), context: 'edit' })
        },
      },
    ),
    itemAction(
      'edit',
      { ...editArgs, ...textArgs },
      {
        returns: created,
        may: (request) => mayEditPicture(kind, store, request),
        run: (request) => editMedia(kind, store, request),
      },
    ),
    itemAction('sideload', sideloadArgs, {
      returns: sideloaded,
      uploads: true,
      may: (request) => mayEditPicture(kind, store, request),
      run: (request) => sideload(kind, store, request),
    }),
    itemAction('finalize', finalizeArgs, {
      returns: updated,
      may: (request) => mayEditPicture(kind, store, request),
      run: (request) => finalize(kind, store, request),
    }),
  ]
}

/** A POST route below one item. */
function itemAction(name: string, args: Args, handle: Omit<Endpoint, 'methods' | 'args'>): Route {
  return {
    pattern: `/${namespace}/media/(?P<id>[\\d]+)/${name}`,
    namespace,
    endpoints: [{ methods: ['POST'], args: { id: { type: 'integer' }, ...args }, ...handle }],
  }
}
