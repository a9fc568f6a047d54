import { posix } from 'node:path'
import { importsOf } from './imports.ts'
import type { SourceFile } from './source-files.ts'

/**
 * The folders below a root, from bottom to top: a file may import its own folder and the folders before it. A file
 * belongs to the longest folder that contains it. Files directly in the root are on top.
 */
const orders: Readonly<Record<string, readonly string[]>> = {
  'src/core': [
    'text',
    'record',
    'reasons',
    'run',
    'markup',
    'html',
    'reading',
    'mapping',
    'render',
    'media',
    'merge',
    'page',
    'decisions',
    'plan',
    'report',
    'views',
  ],
  'src/store': [
    'lua',
    'embedded',
    'formats',
    'formats/upgrades',
    'formats/shapes',
    'redis',
    'versions',
    'leases',
    'runs',
    'records',
    'media',
    'fleet',
    'integrity',
  ],
}

/** Imports that point back in the order of folders, files in folders without a place, and places without a file. */
export function folderOrderFaults(files: readonly SourceFile[], roots = orders): string[] {
  return Object.entries(roots).flatMap(([root, order]) => {
    const inRoot = files.filter(({ path }) => path.startsWith(`${root}/`))
    const used = new Set(inRoot.map(({ path }) => placeOf(path, root, order)))
    return [
      ...inRoot.flatMap((file) => faultsOf(file, root, order)),
      ...order
        .filter((_, place) => !used.has(place))
        .map((folder) => `${root}/${folder} has a place in the order, but no file`),
    ]
  })
}

function faultsOf(file: SourceFile, root: string, order: readonly string[]): string[] {
  const place = placeOf(file.path, root, order)
  if (place === undefined) return [`${posix.dirname(file.path)} has no place in the order of ${root}`]
  return importsOf(file)
    .filter(({ to }) => to.startsWith(`${root}/`) && (placeOf(to, root, order) ?? 0) > place)
    .map(({ to }) => `${file.path} imports ${to}, whose folder is above its own`)
}

/** The position in the order; undefined for a folder without one. */
function placeOf(path: string, root: string, order: readonly string[]): number | undefined {
  const folder = posix.relative(root, posix.dirname(path))
  if (folder === '') return order.length
  const [longest] = order
    .filter((one) => folder === one || folder.startsWith(`${one}/`))
    .sort((one, other) => other.length - one.length)
  return longest === undefined ? undefined : order.indexOf(longest)
}
