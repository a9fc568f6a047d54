import { posix } from 'node:path'

const most = 30

/** One file a language; an operator's own folder of labels has the same flat shape. */
const dataFolders = new Set(['config/labels'])

/** Folders with more than 30 files directly in them. */
export function folderFaults(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > most && !dataFolders.has(folder))
    .map(([folder, count]) => `${folder} has ${count} files, at most ${most} are allowed`)
    .sort()
}

/** Tests of no single part of the project, and their helpers. */
const otherTests = new Set([
  'architecture',
  'conformance',
  'docs',
  'e2e',
  'fixtures',
  'helpers',
  'hostile',
  'scenarios',
  'setup',
  'wordpress',
])

/** Test folders that mirror no folder of the project. */
export function mirrorFaults(tests: readonly string[], code: readonly string[]): string[] {
  const folders = new Set(code.flatMap(foldersOf))
  const found = tests.flatMap((path) => {
    const folder = posix.dirname(posix.relative('test', path))
    const [top = ''] = folder.split('/')
    if (folder === '.' || otherTests.has(top)) return []
    return folders.has(folder) || folders.has(`src/${folder}`) ? [] : [folder]
  })
  return [...new Set(found)].sort().map((folder) => `test/${folder} mirrors no folder`)
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
