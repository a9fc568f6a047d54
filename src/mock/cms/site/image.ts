import { folderOf } from '../media/file-name.ts'
import type { FileFacts, Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { escapeHtml } from '../text/render.ts'

type Source = { readonly path: string; readonly width: number; readonly height: number }

/** An image element for a row with an image file, in the smallest size of at least `width` pixels; "" if it has none. */
export function imageOf(home: string, { file, alt }: Row, width: number, attributes: string): string {
  const [best] =
    file === undefined
      ? []
      : sourcesOf(file).filter((one, at, { length }) => one.width >= width || at === length - 1)
  if (best === undefined) return ''
  const source = escapeHtml(`${home}/uploads/${best.path}`)
  return `<img ${attributes} src="${source}" alt="${escapeHtml(alt)}" width="${best.width}" height="${best.height}">`
}

/** Content with the dimensions of its images, as WordPress adds them for visitors. */
export function withDimensions(store: Store, html: string): string {
  return html.replaceAll(/<img\s[^>]*>/g, (tag) => {
    const id = /\bwp-image-(\d+)\b/.exec(tag)?.[1]
    const name = /\ssrc="[^"]*?([^"/]+)"/.exec(tag)?.[1]
    const file = id === undefined || /\s(?:width|height)=/.test(tag) ? undefined : store.get(Number(id))?.file
    const shown = file && sourcesOf(file).find(({ path }) => path.endsWith(`/${name}`))
    return shown === undefined
      ? tag
      : `${tag.slice(0, 4)} width="${shown.width}" height="${shown.height}"${tag.slice(4)}`
  })
}

/** The whole sizes of an image, the smallest first. The thumbnail is a crop. */
function sourcesOf({ path, width, height, sizes }: FileFacts): Source[] {
  if (width === undefined || height === undefined) return []
  const scaled = Object.entries(sizes)
    .filter(([name]) => name !== 'thumbnail')
    .map(([, size]) => ({ path: folderOf(path) + size.file, width: size.width, height: size.height }))
  return [...scaled, { path, width, height }].sort((one, other) => one.width - other.width)
}
