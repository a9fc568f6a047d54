import { codeOf, type SourceFile } from './source-files.ts'

const inline = /\bredis\.p?call\(\s*['"]|\b(?:KEYS|ARGV)\[/

/** TypeScript files that contain Lua. */
export function inlineLuaFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => inline.test(codeOf(file)))
    .map(({ path }) => `${path} contains Lua: move it to src/store/lua/`)
}

const includes = 'includes/'
const script = /^src\/store\/lua\/(.+)\.lua$/
const definition = /\bdefineScript\(\s*['"]([^'"]+)['"]/g
const inclusion = /^--- @include "(.+)"$/gm
/** A script describes itself before its code. */
const header = ['-- KEYS: ', '-- ARGV: ', '-- Reply: ']

/** Scripts without a header, and scripts and includes that are not used. */
export function luaFaults(files: readonly SourceFile[]): string[] {
  const scripts = files.flatMap((file) => {
    const [, name] = script.exec(file.path) ?? []
    return name === undefined ? [] : [{ ...file, name }]
  })
  const used = new Set([
    ...files.flatMap((file) => namesIn(definition, codeOf(file))),
    ...scripts.flatMap(({ text }) => namesIn(inclusion, text).map((name) => includes + name)),
  ])
  const described = scripts.filter(({ name }) => !name.startsWith(includes))
  return [
    ...described.flatMap(({ path, text }) =>
      header
        .filter((part) => !linesBeforeCode(text).some((line) => line.startsWith(part)))
        .map((part) => `${path} has no line “${part.trim()}” in its header`),
    ),
    ...scripts.filter(({ name }) => !used.has(name)).map(({ path }) => `${path} is not used`),
  ]
}

function namesIn(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

function linesBeforeCode(text: string): string[] {
  const lines = text.split('\n')
  return lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('--')),
  )
}
