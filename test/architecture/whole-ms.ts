import { codeOf, type SourceFile } from './source-files.ts'

/** Calls that take a time in milliseconds, which Redis and BullMQ refuse unless it is whole. */
const calls =
  /\.(?:rateLimit|moveToDelayed|changeDelay|psetex|pexpire|pexpireat)\(|'PX'|'pexpire'|'PXAT'|\bdelay: /i
const whole = /wholeMs\(|delay: \d+\b/
/** In a script a time is an argument, rounded, or a constant. */
const wholeInScript = /(?:'PX'|'pexpire', .+?), (?:ARGV\[\d\]\)|math\.max\(1, math\.ceil\(|(\w+Ms)\))/i

/** Times that reach Redis or BullMQ without a function that makes them whole. */
export function wholeMsFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter(
      ({ path }) =>
        /^(?:src\/store|jobs)\/.*\.(?:ts|lua)$/.test(path) && path !== 'src/store/redis/access.ts',
    )
    .flatMap((file) =>
      codeOf(file)
        .split('\n')
        .filter((line) => calls.test(line) && !isWhole(line, file))
        .map((line) => `${file.path} passes a time that may not be whole: ${line.trim()}`),
    )
}

function isWhole(line: string, { path, text }: SourceFile): boolean {
  if (!path.endsWith('.lua')) return whole.test(line)
  const match = wholeInScript.exec(line)
  const [, constant] = match ?? []
  return (
    match !== null && (constant === undefined || new RegExp(`^local ${constant} = \\d+$`, 'm').test(text))
  )
}
