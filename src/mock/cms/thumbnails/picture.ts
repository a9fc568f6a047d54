import { RestError } from '../rest/error.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { type PictureFile, isPicture } from './regenerate-sizes.ts'

export type PictureRow = Row & { readonly file: PictureFile }

/** The image with this id. Throws the error for an unknown id, another type or a missing file. */
export function pictureOf(store: Store, id: number): PictureRow {
  const row = store.get(id)
  if (row?.type !== 'attachment') throw new RestError('rest_post_invalid_id', 'Invalid post ID.', 404)
  const { file } = row
  if (!isPicture(file))
    throw new RestError('regenerate_thumbnails_not_image', 'This attachment is not a picture.', 400)
  if (!store.files.has(file.path))
    throw new RestError('regenerate_thumbnails_file_missing', 'The file of this picture is missing.', 404)
  return { ...row, file }
}
