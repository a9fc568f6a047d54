import { codeOf, type SourceFile } from './source-files.ts'

const stored = /^src\/(?:core\/(?!reasons\/|report\/|views\/)|sync\/|store\/)/
/** Help with examples, and the reader of sentences that earlier versions stored. */
const quoting =
  /^src\/(?:cli\/(?:program|completion)\/|cli\/commands\/demo\.ts$|store\/formats\/upgrades\/text-reasons\.ts$)/
const command =
  /\bproduct-mirror (?:sync|plan|approve|cancel|verify|undo|rebuild|status|decisions|resolve|retry|history|preview|doctor|daemon)\b/
const renderer =
  /\b(?:commandText|commandClause|adviceText|objectionText|reasonText|findingText|resolutionText|previewNoteText|noteText|refusalText)\(/

/**
 * Files below the renderers that compose a sentence with a command, and any file that writes one out. A command is data
 * (`Command`) until a renderer shows it, with the name of one of several mirrors.
 */
export function commandFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !quoting.test(path))
    .filter((file) => {
      const code = codeOf(file)
      return command.test(code) || (stored.test(file.path) && renderer.test(code))
    })
    .map(({ path }) => `${path} puts a command into a sentence`)
}
