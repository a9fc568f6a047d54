import { posix } from 'node:path'
import { codeOf, type SourceFile } from './source-files.ts'

/** One import of a file. `to` is a path from the project's root, or a package's name as it is written. */
export type Import = { from: string; to: string; own: boolean; dynamic: boolean }

const fixed = /^[ \t]*(?:import|export)\b(?:[^'";]*?\bfrom\s*)?\s*['"]([^'"]+)['"]/gm
const dynamic = /\bimport\(\s*(['"`][^'"`]*['"`])?/g

/** Everything a file imports: `import type`, re-exports, side effects, `import()` and the types `import('…')`. */
export function importsOf(file: SourceFile): Import[] {
  const code = codeOf(file)
  const toImport = (specifier: string, isDynamic: boolean): Import => {
    const own = specifier.startsWith('.')
    const to = own ? posix.join(posix.dirname(file.path), specifier) : specifier
    return { from: file.path, to, own, dynamic: isDynamic }
  }
  return [
    ...[...code.matchAll(fixed)].map(([, specifier = '']) => toImport(specifier, false)),
    ...[...code.matchAll(dynamic)].map(([, quoted]) =>
      toImport(quoted?.slice(1, -1) ?? 'something computed', true),
    ),
  ]
}
