import {
  answers,
  integer,
  integers,
  mapOf,
  objectOf,
  routesOf,
  text,
  texts,
  truth,
} from '../addons/declare.ts'
import { managers } from '../addons/rights.ts'
import { folderOf } from '../media/file-name.ts'
import { fileUrl } from '../media/media-fields.ts'
import { RestError } from '../rest/error.ts'
import { toText } from '../rest/php.ts'
import { type RestRequest, type Site, intParam, listParam, param } from '../rest/request.ts'
import { type Answer, type Method, type Route, ok } from '../rest/route.ts'
import type { Args } from '../rest/schema/schema.ts'
import type { FileFacts } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { pictureOf } from './picture.ts'
import { regenerateSizes } from './regenerate-sizes.ts'
import { publicTypes, updateUsages } from './update-usages.ts'

const everyMethod: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const args: Args = {
  only_regenerate_missing_thumbnails: { ...truth, default: true },
  delete_unregistered_thumbnail_files: { ...truth, default: false },
  update_usages_in_posts: { ...truth, default: true },
  update_usages_in_posts_post_type: { type: 'array', default: [] },
  update_usages_in_posts_post_ids: { type: 'array', default: [] },
  update_usages_in_posts_posts_per_loop: { ...integer, default: 10 },
}

const returns = answers('What was done to one picture, and its sub-sizes now.', {
  id: integer,
  kept: texts,
  regenerated: texts,
  deleted: texts,
  updated_posts: integers,
  sizes: mapOf(
    objectOf({ file: text, width: integer, height: integer, filesize: integer, source_url: text }),
  ),
})

/** `regenerate/<id>`, with the same effect for every method. */
export function regenerateRoutes(store: Store): Route[] {
  return [
    routesOf('regenerate-thumbnails/v1')('/regenerate/(?P<id>[\\d]+)', {
      methods: everyMethod,
      args,
      may: managers,
      returns,
      run: (request) => regenerate(store, request),
    }),
  ]
}

async function regenerate(store: Store, request: RestRequest): Promise<Answer> {
  const before = pictureOf(store, intParam(request, 'id'))
  const { id, file } = before
  const { kept, regenerated, deleted, ...result } = await regenerateSizes(store, file, {
    onlyMissing: param(request, 'only_regenerate_missing_thumbnails') === true,
    deleteUnregistered: param(request, 'delete_unregistered_thumbnail_files') === true,
  })
  // The row may have been changed or removed while the sizes were made.
  const now = store.get(id)
  if (now === undefined) return new RestError('rest_post_invalid_id', 'Invalid post ID.', 404)
  store.put({ ...now, file: result.file })
  const updated =
    param(request, 'update_usages_in_posts') === true
      ? await updateUsages(store, file, result.file, usagesOf(request))
      : []
  const sizes = showSizes(result.file, request.site)
  return ok({ id, kept, regenerated, deleted, updated_posts: updated, sizes })
}

function usagesOf(request: RestRequest) {
  const wanted = new Set(listParam(request, 'update_usages_in_posts_post_type').map(toText))
  return {
    types: publicTypes.filter((type) => wanted.size === 0 || wanted.has(type)),
    ids: new Set(listParam(request, 'update_usages_in_posts_post_ids').map(Number)),
    perLoop: Math.max(1, intParam(request, 'update_usages_in_posts_posts_per_loop')),
  }
}

function showSizes(file: FileFacts, site: Site): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(file.sizes).map(([name, size]) => [
      name,
      {
        file: size.file,
        width: size.width,
        height: size.height,
        filesize: size.bytes,
        source_url: fileUrl(site, folderOf(file.path) + size.file),
      },
    ]),
  )
}
