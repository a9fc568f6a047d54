import { Writable } from 'node:stream'
import { isatty } from 'node:tty'
import { destination as openDestination, pino, stdTimeFunctions } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import pretty from 'pino-pretty'

export type { Logger } from 'pino'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

export type LoggerOptions = {
  level: LogLevel
  /** Coloured lines for people instead of JSON; by default only when the destination is a terminal. */
  pretty?: boolean
  destination: 'stdout' | 'stderr'
}

const descriptors = { stdout: 1, stderr: 2 } as const

const secretFields = ['authorization', 'Authorization', 'cookie', 'password', 'token', 'secret']

/**
 * A pino logger that hides secrets: fields with a secret's name down to three levels, and in any text the
 * credentials of URLs and authorization headers. Writes synchronously, so that nothing is lost at exit.
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

/** Writes lines; on a terminal over a progress line that may stand there, which is drawn anew with its next step. */
function toTerminal(fd: 1 | 2): Writable {
  const stream = fd === 1 ? process.stdout : process.stderr
  const wipe = stream.isTTY ? '\r\u001b[2K' : ''
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      stream.write(wipe + chunk.toString(), done)
    },
  })
}

/** Whether a terminal is there that shows colours, and nobody asked for none with NO_COLOR. */
function hasColors(fd: 1 | 2): boolean {
  const stream = fd === 1 ? process.stdout : process.stderr
  return stream.isTTY && stream.hasColors()
}

/** A log line without the credentials that error texts tend to quote: `redis://:pw@host`, `Bearer abc`. */
export function hideCredentials(line: string): string {
  return line
    .replace(/(\w:\/\/[^\s:@/"\\]*:)[^\s@/"\\]+@/g, '$1[hidden]@')
    .replace(/\b(Bearer|Basic) [\w.~+/=-]{6,}/g, '$1 [hidden]')
}
