import { createRequire } from 'node:module'
import { Writable } from 'node:stream'
import { isatty } from 'node:tty'
import { destination as openDestination, pino, stdTimeFunctions } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import type Pretty from 'pino-pretty'
import { escapeControls } from './text/json.ts'
import { toOneLine } from './text/one-line.ts'
import { hideCredentials } from './text/secrets.ts'

export type { Logger } from 'pino'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export type LoggerOptions = {
  level: LogLevel
  /** Coloured text instead of JSON; by default only on a terminal. */
  pretty?: boolean
  destination: 'stdout' | 'stderr'
  /** The messages of lines to leave out. */
  without?: readonly string[]
}

/** Only terminals need this package, and it takes memory. */
const loadPretty = (): typeof Pretty => createRequire(import.meta.url)('pino-pretty') as typeof Pretty

const descriptors = { stdout: 1, stderr: 2 } as const

const secretFields = ['authorization', 'Authorization', 'cookie', 'password', 'token', 'secret']

/**
 * A pino logger that hides secrets: known ones, fields named like a secret down to three levels, and
 * credentials in URLs and authorization headers in any text. Writes synchronously, so that nothing is lost at
 * exit.
 */
export function createLogger(options: LoggerOptions): Logger {
  const fd = descriptors[options.destination]
  const { without = [] } = options
  const isPretty = options.pretty ?? isatty(fd)
  const stream: DestinationStream = isPretty
    ? loadPretty()({
        destination: toTerminal(fd),
        colorize: hasColors(fd),
        ignore: 'pid,hostname',
        singleLine: true,
      })
    : openDestination({ fd, sync: true })
  return pino(
    {
      level: options.level,
      timestamp: stdTimeFunctions.isoTime,
      redact: {
        paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[hidden]',
      },
      hooks: {
        streamWrite: isPretty ? (line) => toLogLine(withPlainTexts(line)) : toLogLine,
        logMethod(args, method) {
          if (!without.some((message) => args.some((arg: unknown) => arg === message)))
            method.apply(this, args)
        },
      },
    },
    stream,
  )
}

/** A line of JSON without credentials, in which all control characters are escaped. */
export function toLogLine(line: string): string {
  return escapeControls(hideCredentials(line))
}

/**
 * In readable output, a line break in a value would start a new line, and other control characters would act
 * on the terminal.
 */
function withPlainTexts(line: string): string {
  return `${JSON.stringify(plainOf(JSON.parse(line)))}\n`
}

function plainOf(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return name === 'stack' ? plainStackOf(value) : toOneLine(value)
  if (Array.isArray(value)) return value.map((each) => plainOf(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [toOneLine(key), plainOf(member, key)]),
  )
}

/** The lines of a stack; further lines of its message are indented like the others. */
function plainStackOf(stack: string): string {
  const [first = '', ...more] = stack.split('\n').map(toOneLine)
  return [first, ...more.map((line) => `    ${line.trimStart()}`)].join('\n')
}

/** Writes lines; on a terminal they overwrite the progress line, which its next step draws again. */
function toTerminal(fd: 1 | 2): Writable {
  const stream = fd === 1 ? process.stdout : process.stderr
  const wipe = stream.isTTY ? '\r\u001b[2K' : ''
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      stream.write(wipe + chunk.toString(), done)
    },
  })
}

/** Whether the output is a terminal with colours, and NO_COLOR is not set. */
function hasColors(fd: 1 | 2): boolean {
  const stream = fd === 1 ? process.stdout : process.stderr
  return stream.isTTY && stream.hasColors()
}
