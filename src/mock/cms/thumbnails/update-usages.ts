import { setImmediate } from 'node:timers/promises'
import { updateRow } from '../posts/write/save.ts'
import type { FileFacts, PostType, Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { folderOf } from '../media/file-name.ts'

export const publicTypes = ['post', 'page', 'attachment'] as const satisfies readonly PostType[]

export type Usages = {
  readonly types: readonly PostType[]
  /** Limits the update to these rows; empty means all. */
  readonly ids: ReadonlySet<number>
  /** The number of rows between two yields to other requests. */
  readonly perLoop: number
}

/** Replaces the URLs of renamed sub-size files in the content of rows. */
export async function updateUsages(
  store: Store,
  before: FileFacts,
  after: FileFacts,
  usages: Usages,
): Promise<number[]> {
  const moved = movedFiles(before, after)
  if (moved.length === 0) return []
  const updated: number[] = []
  let looked = 0
  for (const id of usages.types.flatMap((type) => [...store.ofType(type).keys()])) {
    if (usages.ids.size > 0 && !usages.ids.has(id)) continue
    if (++looked % usages.perLoop === 0) await setImmediate()
    const row = store.get(id)
    if (row === undefined || row.status === 'trash' || row.status === 'auto-draft') continue
    const content = replaceAll(row, moved)
    if (content === row.content) continue
    updateRow(store, row, { content })
    updated.push(id)
  }
  return updated
}

type Move = { readonly from: RegExp; readonly to: string }

/** A removed file is replaced with the current file of its size, or with the image itself. */
function movedFiles(before: FileFacts, after: FileFacts): Move[] {
  const folder = folderOf(before.path)
  const still = new Set(Object.values(after.sizes).map(({ file }) => file))
  return Object.entries(before.sizes).flatMap(([name, { file }]): Move[] => {
    const now = after.sizes[name]?.file ?? after.path.slice(folder.length)
    if (still.has(file) || now === file || folder + file === after.path) return []
    return [{ from: new RegExp(`/uploads/${RegExp.escape(folder + file)}(?![\\w.-])`, 'g'), to: now }]
  })
}

/** The text before the uploads folder in a URL, such as a host, stays. */
function replaceAll(row: Row, moved: readonly Move[]): string {
  if (!row.content.includes('/uploads/')) return row.content
  return moved.reduce(
    (content, { from, to }) =>
      content.replace(from, (address) => address.slice(0, address.lastIndexOf('/') + 1) + to),
    row.content,
  )
}
