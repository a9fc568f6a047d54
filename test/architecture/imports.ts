import { posix } from 'node:path'
import { codeOf, type SourceFile } from './source-files.ts'

/** One import of a file. `to` is a path from the project's root, or a package's name as it is written. */
export type Import = { from: string; to: string; own: boolean; dynamic: boolean; typeOnly: boolean }

const fixed = /^[ \t]*(?:import|export)\b( type\b)?(?:[^'";]*?\bfrom\s*)?\s*['"]([^'"]+)['"]/gm
const dynamic = /\bimport\(\s*(['"`][^'"`]*['"`])?/g

/** Everything a file imports: `import type`, re-exports, side effects, `import()` and the types `import('…')`. */
export function importsOf(file: SourceFile): Import[] {
  const code = codeOf(file)
  const toImport = (specifier: string, kind: { dynamic: boolean; typeOnly: boolean }): Import => {
    const own = specifier.startsWith('.')
    const to = own ? posix.join(posix.dirname(file.path), specifier) : specifier
    return { from: file.path, to, own, ...kind }
  }
  return [
    ...[...code.matchAll(fixed)].map(([, type, specifier = '']) =>
      toImport(specifier, { dynamic: false, typeOnly: type !== undefined }),
    ),
    ...[...code.matchAll(dynamic)].map(([, quoted]) =>
      toImport(quoted?.slice(1, -1) ?? 'something computed', { dynamic: true, typeOnly: false }),
    ),
  ]
}
