import type { FileFacts, Row, SizeFacts } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { uniqueFileName, withoutExtension } from './file-name.ts'
import { makingOrder, measurePicture, renderPicture, subSizesOf, uprightBox } from './pictures.ts'
import { type Treatment, showPicture } from './show-picture.ts'

/** Stores an upload under a name of its own; pictures are made showable and get sub-sizes. */
export async function keepFile(
  store: Store,
  upload: { name: string; mime: string; bytes: Buffer },
  options: Treatment & { month?: string },
): Promise<FileFacts> {
  const { mime, bytes } = upload
  const folder = `${options.month ?? monthOf(store)}/`
  const path = folder + uniqueFileName(upload.name, (candidate) => store.files.has(folder + candidate))
  store.files.put(path, bytes)
  const size = mime.startsWith('image/') ? await measurePicture(bytes) : undefined
  if (size === undefined) return { path, mime, bytes: bytes.length, sizes: {} }
  const facts: FileFacts = {
    ...(await showPicture(store, { path, mime, bytes }, size, options)),
    sizes: {},
  }
  return options.subSizes ? { ...facts, sizes: await makeSubSizes(store, facts) } : facts
}

/** `2026/11`, from the clock of the site. */
function monthOf(store: Store): string {
  return store.today().local.slice(0, 7).replace('-', '/')
}

/** The sub-sizes that a picture could have and has not. */
export function missingSizes({ width, height, sizes }: FileFacts): string[] {
  if (width === undefined || height === undefined) return []
  return subSizesOf({ width, height })
    .map(({ name }) => name)
    .filter((name) => !Object.hasOwn(sizes, name))
}

/** Makes what is missing, from the picture as it was uploaded, and tells all sub-sizes. */
export async function makeSubSizes(store: Store, file: FileFacts): Promise<Record<string, SizeFacts>> {
  const path = originalPath(file)
  const bytes = store.files.get(path)
  const whole = bytes === undefined ? undefined : await measurePicture(bytes)
  if (bytes === undefined || whole === undefined) return { ...file.sizes }
  const missing = subSizesOf(uprightBox(whole))
    .filter(({ name }) => !Object.hasOwn(file.sizes, name))
    .sort((left, right) => makingOrder.indexOf(left.name) - makingOrder.indexOf(right.name))
  const stem = withoutExtension(path)
  const ending = file.path.slice(withoutExtension(file.path).length)
  const made = await Promise.all(
    missing.map(async ({ name, width, height }): Promise<[string, SizeFacts]> => {
      const small = await renderPicture(bytes, { width, height }, file.mime)
      const sizePath = `${stem}-${width}x${height}${ending}`
      store.files.put(sizePath, small)
      const size = {
        file: sizePath.slice(sizePath.lastIndexOf('/') + 1),
        width,
        height,
        mime: file.mime,
        bytes: small.length,
      }
      return [name, size]
    }),
  )
  return { ...file.sizes, ...Object.fromEntries(made) }
}

/** Path of the upload as it came, before it was scaled down. */
export function originalPath({ path, original }: FileFacts): string {
  return original === undefined ? path : path.slice(0, path.lastIndexOf('/') + 1) + original
}

export function fileNameOf(row: Row): string {
  return row.file === undefined ? '' : (originalPath(row.file).split('/').at(-1) ?? '')
}
