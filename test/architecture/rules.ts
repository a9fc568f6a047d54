import { importsOf } from './imports.ts'
import { codeOf, type SourceFile } from './source-files.ts'

const longest = 400

/** Files of more than 400 lines. */
export function lengthFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const lines = text.replace(/\n$/, '').split('\n').length
    return lines > longest ? [`${path} has ${lines} lines, at most ${longest} are allowed`] : []
  })
}

const environmentReaders = /^(?:src\/main\.ts|src\/cli\.ts|src\/mock\/main\.ts|bin\/.+)$/
const environment =
  /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\s*\[\s*['"]env|\benv\b[^'";]*\bfrom\s+['"](?:node:)?process['"]/

/** Files that read the environment and are not a composition root. */
export function environmentFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !environmentReaders.test(file.path) && environment.test(codeOf(file)))
    .map(({ path }) => `${path} reads process.env`)
}

const looseType = /(?:\bas\s+|:\s*|<|,\s*)any\b(?=\s*(?:[\])}>,;=|&[]|$))/m
const directive = /@ts-(?:ignore|expect-error|nocheck)|(?:oxlint|eslint)-disable/

/** Directives that make the compiler or the linter ignore a problem. */
export function silencedFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const found = looseType.exec(codeOf(file)) ?? directive.exec(file.text)
    return found ? [`${file.path} silences a check: ${found[0].trim()}`] : []
  })
}

const effects = [
  /\bawait\b/,
  /\basync\b/,
  /\bDate\.now\b/,
  /\bnew Date\(\s*\)/,
  /\bMath\.random\b/,
  /\brandom(?:UUID|Bytes|Int)\b/,
  /\bperformance\.now\b/,
  /\bconsole\./,
  /\bset(?:Timeout|Interval|Immediate)\b/,
  /\bqueueMicrotask\b/,
  /\bfetch\(/,
  /\bprocess\./,
]
const purePackages = new Set([
  'node:crypto',
  'node:vm',
  'diff',
  'eta/core',
  'htmlparser2',
  'safe-stable-stringify',
  'sanitize-html',
  'zod',
])

/** Code in `src/core` that waits, reads a clock, uses randomness, writes or could reach out. */
export function impureFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('src/core/'))
    .flatMap((file) => {
      const code = codeOf(file)
      const used = effects.flatMap((pattern) => pattern.exec(code)?.[0] ?? [])
      const reaching = importsOf(file)
        .filter(({ own, to }) => !own && !purePackages.has(to))
        .map(({ to }) => `the package ${to}`)
      return [...used, ...reaching].map((what) => `${file.path} uses ${what}`)
    })
}

const spreadArguments = /\.(?:push|unshift)\(\s*\.\.\.|\bMath\.(?:max|min)\(\s*\.\.\./

/**
 * Spreads into arguments, which end in a RangeError once a response or a text makes the list long; not of the bundled
 * server.
 */
export function spreadFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const found = file.path.startsWith('src/mock/') ? null : spreadArguments.exec(codeOf(file))
    return found ? [`${file.path} spreads a list into arguments: ${found[0]}`] : []
  })
}

/** Files that search a page for its mirrored block, and so do not use the result of the first search. */
export function blockSearchFaults(files: readonly SourceFile[]): string[] {
  const allowed = new Set(['src/core/markup/find-block.ts', 'src/core/page/mirrored-page.ts'])
  return files
    .filter((file) => !allowed.has(file.path) && /\bfindBlock\b/.test(codeOf(file)))
    .map(({ path }) => `${path} searches for the mirrored block; take a MirroredPage instead`)
}
