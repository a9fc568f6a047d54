import { codeOf, type SourceFile } from './source-files.ts'

const stored = /^src\/(?:core\/(?!reasons\/|report\/|views\/)|sync\/|store\/)/
const command =
  /\bproduct-mirror (?:sync|plan|approve|cancel|verify|undo|rebuild|status|decisions|resolve|retry|history|preview|doctor|daemon)\b/
/** Recognizes the commands in sentences that earlier versions stored. */
const reader = 'src/store/formats/upgrades/text-reasons.ts'
const renderer =
  /\b(?:commandText|commandClause|adviceText|objectionText|reasonText|findingText|resolutionText|previewNoteText|noteText|refusalText)\(/

/**
 * Files below the renderers that compose a sentence with a command. A command is data (`Command`) until a renderer
 * shows it.
 */
export function commandFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter(
      (file) =>
        stored.test(file.path) &&
        file.path !== reader &&
        [command, renderer].some((one) => one.test(codeOf(file))),
    )
    .map(({ path }) => `${path} puts a command into a sentence`)
}
