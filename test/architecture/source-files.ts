import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** A file of the project: its path from the root, with slashes, and its text. */
export type SourceFile = { path: string; text: string }

const root = join(import.meta.dirname, '..', '..')
const kinds = /\.(ts|mjs|js|css|eta|json|lua|sh|php|md|yaml|yml)$|(?:^|\/)(?:[^./]+|\.env\.example)$/
/** Folders at the root that are not written by hand. */
const unwritten = new Set(['.git', '.data', 'catalog', 'coverage', 'node_modules', 'secrets'])

/** Every file in these folders, sorted by its path from the root. */
export async function listFiles(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    folders.map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true })),
  )
  return found
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !path.includes('/node_modules/'))
    .sort()
}

/** Every file written by hand in these folders. */
export async function readSourceFiles(folders: readonly string[]): Promise<SourceFile[]> {
  return readAll(await listFiles(folders))
}

/** Every file written by hand in the project. */
export async function readProject(): Promise<SourceFile[]> {
  const entries = await readdir(root, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  return readAll([
    ...files.filter((name) => name !== 'package-lock.json'),
    ...(await listFiles(folders.filter((name) => !unwritten.has(name)))),
  ])
}

async function readAll(paths: readonly string[]): Promise<SourceFile[]> {
  return Promise.all(
    paths
      .filter((path) => kinds.test(path))
      .map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  )
}

/** A file's text with its comments blanked, line by line, so that prose breaks no rule. */
export function codeOf({ path, text }: SourceFile): string {
  const comment = path.endsWith('.lua') ? /^\s*--/ : /^\s*(\/\/|\/\*|\*)/
  return text
    .split('\n')
    .map((line) => (comment.test(line) ? '' : line.replace(/\s\/\/ .*$/, '')))
    .join('\n')
}
