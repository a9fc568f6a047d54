import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** A file of the project: its path from the root, with slashes, and its text. */
export type SourceFile = { path: string; text: string }

const root = join(import.meta.dirname, '..', '..')
const kinds = /\.(ts|mjs|css|eta|json|sh|php)$/

/** Every file that people write in these folders, sorted by path. */
export async function readSourceFiles(folders: readonly string[]): Promise<SourceFile[]> {
  const found = await Promise.all(
    folders.map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true })),
  )
  const paths = found
    .flat()
    .filter((entry) => entry.isFile() && kinds.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(`${sep}node_modules${sep}`))
    .sort()
  return Promise.all(
    paths.map(async (path) => ({
      path: relative(root, path).replaceAll(sep, '/'),
      text: await readFile(path, 'utf8'),
    })),
  )
}

/** A file's text with its comments blanked, line by line, so that prose breaks no rule. */
export function codeOf({ text }: SourceFile): string {
  return text
    .split('\n')
    .map((line) => (/^\s*(\/\/|\/\*|\*)/.test(line) ? '' : line.replace(/\s\/\/ .*$/, '')))
    .join('\n')
}
