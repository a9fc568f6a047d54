import { codeOf, type SourceFile } from './source-files.ts'

/** The files that write to a stream; all of them make text safe for its reader, or write only constants. */
const writers: ReadonlySet<string> = new Set([
  'src/cli/terminal/print.ts',
  'src/cli/completion/command.ts',
  'src/lib/logger.ts',
  'src/main.ts',
  'src/ops/live/events.ts',
  'src/store/embedded/guardian.ts',
])
const write = /\.write\(|\bconsole\./

/** Files whose JSON never reaches a user or another program, or that quote a value in a sentence. */
const jsonWriters =
  /^(?:src\/(?:store|partner|cms|core|sync)\/|jobs\/queue\/queues\.ts|config\/|src\/lib\/(?:text\/json|logger)\.ts|src\/ops\/http\/parse-input\.ts)/

/** Unescaped output of a view: other views, and forms and frames that are made of views. */
const unescaped = /<%~(?! (?:include\(|it\.form\(|it\.main |it\.header ))/

/** Places that send text to a terminal, a log, a file or a page without the function that makes it safe there. */
export function outputFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !path.startsWith('src/mock/'))
    .flatMap((file) => {
      const { path, text } = file
      if (path.endsWith('.eta'))
        return path.startsWith('src/ops/views/') && unescaped.test(text)
          ? [`${path} shows HTML as it is`]
          : []
      if (!path.endsWith('.ts')) return []
      const code = codeOf(file)
      return [
        ...(write.test(code) && !writers.has(path) ? [`${path} writes to a stream by itself`] : []),
        ...(code.includes('JSON.stringify(') && !jsonWriters.test(path)
          ? [`${path} makes JSON without toJson`]
          : []),
      ]
    })
}
