import { Writable } from 'node:stream'
import { isatty } from 'node:tty'
import { destination as openDestination, pino, stdTimeFunctions } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import pretty from 'pino-pretty'

export type { Logger } from 'pino'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export type LoggerOptions = {
  level: LogLevel
  /** Coloured text instead of JSON; by default only on a terminal. */
  pretty?: boolean
  destination: 'stdout' | 'stderr'
}

const descriptors = { stdout: 1, stderr: 2 } as const

const secretFields = ['authorization', 'Authorization', 'cookie', 'password', 'token', 'secret']

/**
 * A pino logger that hides secrets: fields named like a secret down to three levels, and credentials in URLs and
 * authorization headers in any text. Writes synchronously, so that nothing is lost at exit.
 */
export function createLogger(options: LoggerOptions): Logger {
  const fd = descriptors[options.destination]
  const stream: DestinationStream =
    (options.pretty ?? isatty(fd))
      ? pretty({
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
      hooks: { streamWrite: hideCredentials },
    },
    stream,
  )
}

/** Writes lines; on a terminal they overwrite the progress line, whose next step draws it again. */
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

/** A log line without the credentials that error messages quote: `redis://:pw@host`, `Bearer abc`. */
export function hideCredentials(line: string): string {
  return line
    .replace(/(\w:\/\/[^\s:@/"\\]*:)[^\s@/"\\]+@/g, '$1[hidden]@')
    .replace(/\b(Bearer|Basic) [\w.~+/=-]{6,}/g, '$1 [hidden]')
}
