import { importsOf } from './imports.ts'
import type { SourceFile } from './source-files.ts'

/** The folders of a layer from the lowest to the highest: each may import only itself and those before it. */
const orders: Readonly<Record<string, readonly string[]>> = {
  'src/core/': [
    'text',
    'record',
    'reasons',
    'run',
    'markup',
    'html',
    'reading',
    'render',
    'media',
    'merge',
    'page',
    'decisions',
    'plan',
    'report',
    'views',
  ],
}

/** Imports from a lower folder to a higher one, and folders without a place in the order. */
export function folderOrderFaults(files: readonly SourceFile[], all = orders): string[] {
  return Object.entries(all).flatMap(([root, order]) => {
    const placeOf = (path: string): number => order.indexOf(path.slice(root.length).split('/')[0] ?? '')
    return files
      .filter(({ path }) => path.startsWith(root))
      .flatMap((file) => {
        if (placeOf(file.path) === -1) return [`${file.path} has no place in the order of ${root}`]
        return importsOf(file)
          .filter(({ to }) => to.startsWith(root) && placeOf(to) > placeOf(file.path))
          .map(({ to }) => `${file.path} imports ${to}, which is higher`)
      })
  })
}
