import { codeOf, type SourceFile } from './source-files.ts'

const stored = /^src\/(?:core\/(?!reasons\/|report\/|views\/)|sync\/|store\/)/
const command =
  /\bproduct-mirror (?:sync|plan|approve|cancel|verify|undo|rebuild|status|decisions|resolve|retry|history|preview|doctor|daemon)\b/
/** Recognizes the commands in sentences that earlier versions stored. */
const reader = 'src/store/formats/text-reasons.ts'
const renderer = /\b(?:commandText|commandClause|adviceText|reasonText)\(/

/** The files that still put a command into a sentence that is stored or passed on. The list may only become shorter. */
const composers: ReadonlySet<string> = new Set([
  'src/sync/decisions/resolve-record.ts',
  'src/sync/pages/preview/preview-page.ts',
  'src/sync/pages/preview/preview-merge.ts',
])

/**
 * Files below the renderers that compose a sentence with a command, and listed files that no longer do. A command is
 * data (`Command`) until a renderer shows it.
 */
export function commandFaults(files: readonly SourceFile[], listed = composers): string[] {
  const found = files
    .filter(
      (file) =>
        stored.test(file.path) &&
        file.path !== reader &&
        [command, renderer].some((one) => one.test(codeOf(file))),
    )
    .map(({ path }) => path)
  return [
    ...found.filter((path) => !listed.has(path)).map((path) => `${path} puts a command into a sentence`),
    ...[...listed]
      .filter((path) => !found.includes(path))
      .map((path) => `${path} no longer needs its exception`),
  ]
}
