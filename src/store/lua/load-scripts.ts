import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { MirrorError } from '../../lib/errors.ts'

const extension = '.lua'
const includes = 'includes/'
const includeLine = /^--- @include "(.+)"$/

/**
 * Reads every Lua script below a folder: its path without extension → its text without comments. A line
 * `--- @include "name"` is replaced by `includes/name.lua`. Throws a MirrorError that names a missing include.
 */
export function loadScripts(folder: string): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith(extension),
  )
  const files = new Map(
    paths.map((path) => [
      path.slice(0, -extension.length).replaceAll(sep, '/'),
      readFileSync(join(folder, path), 'utf8').split('\n'),
    ]),
  )
  const names = [...files.keys()].filter((name) => !name.startsWith(includes))
  return new Map(names.map((name) => [name, expand(name, files, folder).join('\n')]))
}

/** The lines of a script; each include is inserted once, at its first mention. */
function expand(
  name: string,
  files: ReadonlyMap<string, readonly string[]>,
  folder: string,
  inserted = new Set<string>(),
): string[] {
  return (files.get(name) ?? []).flatMap((line) => {
    const [, included] = includeLine.exec(line) ?? []
    if (included === undefined) return /^\s*(?:--|$)/.test(line) ? [] : [line]
    const wanted = includes + included
    if (!files.has(wanted))
      throw new MirrorError(
        `The script ${join(folder, name)}${extension} includes ${join(folder, wanted)}${extension}, which does not exist. Install product-mirror again.`,
      )
    if (inserted.has(wanted)) return []
    inserted.add(wanted)
    return expand(wanted, files, folder, inserted)
  })
}
