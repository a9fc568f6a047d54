import { answers, integer, listOf, objectOf, routesOf, text, truth } from '../addons/declare.ts'
import { managers } from '../addons/rights.ts'
import { withoutExtension, extensionOf } from '../media/file-name.ts'
import { folderOf } from '../media/file-name.ts'
import { fileUrl } from '../media/media-fields.ts'
import { subSizesOf } from '../media/pictures.ts'
import { intParam } from '../rest/request.ts'
import { type Route, ok } from '../rest/route.ts'
import type { Store } from '../store/store.ts'
import { pictureOf } from './picture.ts'
import { type PictureFile, sortSizes } from './regenerate-sizes.ts'

const size = objectOf({ name: text, width: integer, height: integer, file: text, exists: truth })
const registered = objectOf({ ...size.properties, crop: truth })

/** `attachmentinfo/<id>`: an image, its registered sub-sizes, and its unregistered ones. */
export function attachmentInfoRoutes(store: Store): Route[] {
  return [
    routesOf('regenerate-thumbnails/v1')('/attachmentinfo/(?P<id>[\\d]+)', {
      methods: ['GET'],
      args: {},
      may: managers,
      returns: answers('One picture and its sub-sizes.', {
        id: integer,
        name: text,
        relative_path: text,
        source_url: text,
        width: integer,
        height: integer,
        registered_sizes: listOf(registered),
        unregistered_sizes: listOf(size),
      }),
      run(request) {
        const { id, title, file } = pictureOf(store, intParam(request, 'id'))
        return ok({
          id,
          name: title,
          relative_path: file.path,
          source_url: fileUrl(request.site, file.path),
          width: file.width,
          height: file.height,
          registered_sizes: registeredSizes(store, file),
          unregistered_sizes: unregisteredSizes(store, file),
        })
      },
    }),
  ]
}

function registeredSizes(store: Store, file: PictureFile): Record<string, unknown>[] {
  const { sound } = sortSizes(store, file)
  const folder = folderOf(file.path)
  const stem = withoutExtension(file.path.slice(folder.length)).replace(/-scaled$/, '')
  return subSizesOf(file).map(({ name, width, height, crop }) => ({
    name,
    width,
    height,
    crop,
    file: sound[name]?.file ?? `${stem}-${width}x${height}.${extensionOf(file.path)}`,
    exists: Object.hasOwn(sound, name),
  }))
}

function unregisteredSizes(store: Store, file: PictureFile): Record<string, unknown>[] {
  const folder = folderOf(file.path)
  return Object.entries(sortSizes(store, file).unregistered).map(([name, made]) => ({
    name,
    width: made.width,
    height: made.height,
    file: made.file,
    exists: store.files.has(folder + made.file),
  }))
}
