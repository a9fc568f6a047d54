import { folderOf } from '../media/file-name.ts'
import { makeSubSizes, originalPath } from '../media/keep-file.ts'
import { subSizesOf } from '../media/pictures.ts'
import type { FileFacts, SizeFacts } from '../store/rows.ts'
import type { Store } from '../store/store.ts'

export type Sizes = Readonly<Record<string, SizeFacts>>

export type RegeneratedSizes = {
  readonly file: FileFacts
  /** Names of registered sizes that existed already. */
  readonly kept: readonly string[]
  readonly regenerated: readonly string[]
  /** Paths of deleted files. */
  readonly deleted: readonly string[]
}

export type PictureFile = FileFacts & { readonly width: number; readonly height: number }

export function isPicture(file: FileFacts | undefined): file is PictureFile {
  return file?.width !== undefined && file.height !== undefined
}

/**
 * Splits an image's sub-sizes: `sound` ones match their registration and have a file, `unregistered` ones have none.
 */
export function sortSizes(store: Store, file: PictureFile): { sound: Sizes; unregistered: Sizes } {
  const registered = new Map(subSizesOf(file).map((size) => [size.name, size]))
  const entries = Object.entries(file.sizes)
  const isSound = ([name, made]: [string, SizeFacts]): boolean => {
    const wanted = registered.get(name)
    const fits = wanted !== undefined && wanted.width === made.width && wanted.height === made.height
    return fits && store.files.has(folderOf(file.path) + made.file)
  }
  return {
    sound: Object.fromEntries(entries.filter(isSound)),
    unregistered: Object.fromEntries(entries.filter(([name]) => !registered.has(name))),
  }
}

/** Generates an image's registered sub-sizes, or only the missing ones. The row is not changed. */
export async function regenerateSizes(
  store: Store,
  file: PictureFile,
  options: { onlyMissing: boolean; deleteUnregistered: boolean },
): Promise<RegeneratedSizes> {
  const { sound, unregistered } = sortSizes(store, file)
  const kept = options.onlyMissing ? sound : {}
  const left = options.deleteUnregistered ? {} : unregistered
  const made = await makeSubSizes(store, { ...file, sizes: kept })
  const { sideloaded, ...facts } = file
  const after: FileFacts = { ...facts, sizes: { ...left, ...made } }
  return {
    file: options.deleteUnregistered || sideloaded === undefined ? after : { ...after, sideloaded },
    kept: Object.keys(kept),
    regenerated: Object.keys(made).filter((name) => !Object.hasOwn(kept, name)),
    deleted: options.deleteUnregistered ? deleteUnused(store, file, after) : [],
  }
}

/** Deletes the files of sub-sizes that the image no longer has. */
function deleteUnused(store: Store, before: FileFacts, after: FileFacts): string[] {
  const folder = folderOf(before.path)
  const used = new Set([after.path, originalPath(after), ...Object.values(after.sizes).map(pathIn(folder))])
  const old = [
    ...Object.values(before.sizes).map(pathIn(folder)),
    ...(before.sideloaded ?? []).map((name) => folder + name),
  ]
  return [...new Set(old)].filter((path) => !used.has(path) && store.files.remove(path))
}

function pathIn(folder: string): (size: SizeFacts) => string {
  return ({ file }) => folder + file
}
