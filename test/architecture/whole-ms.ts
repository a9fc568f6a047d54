import { codeOf, type SourceFile } from './source-files.ts'

/** Calls that take a time in milliseconds, which Redis and BullMQ refuse unless it is whole. */
const calls =
  /\.(?:rateLimit|moveToDelayed|changeDelay|psetex|pexpire|pexpireat)\(|'PX'|'pexpire'|'PXAT'|\bdelay: /i
/** In a script a time is a constant, an argument, or rounded. */
const inScript = /redis\.call\(/
const wholeInScript = /(?:'PX'|'pexpire', .+?), (?:ARGV\[\d\]\)|\$\{\w+Ms\}\)|math\.max\(1, math\.ceil\()/i
const whole = /wholeMs\(|delay: \d+\b/

/** Times that reach Redis or BullMQ without a function that makes them whole. */
export function wholeMsFaults(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^(?:src\/store|jobs)\/.*\.ts$/.test(path) && path !== 'src/store/redis/access.ts')
    .flatMap((file) =>
      codeOf(file)
        .split('\n')
        .filter((line) => calls.test(line) && !(inScript.test(line) ? wholeInScript : whole).test(line))
        .map((line) => `${file.path} passes a time that may not be whole: ${line.trim()}`),
    )
}
