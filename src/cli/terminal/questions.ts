import { createInterface } from 'node:readline/promises'
import { toTerminal } from './color.ts'
import { print, printQuestion } from './print.ts'
import type { Screen } from './wrap.ts'

type Input = NodeJS.ReadableStream & { isTTY?: boolean }
export type Terminal = { stdin: Input; stderr: NodeJS.WritableStream & Screen }

/** `secret`: what is typed does not appear. */
export type Question = { text: string; secret: boolean }

/** What a user types at a terminal, or lines of another program. */
export type Questions = {
  isTerminal: boolean
  /** One line without blanks around it; undefined at the end of the input, and after Ctrl-C. */
  ask(question: Question): Promise<string | undefined>
  close(): void
}

/** A program that sends nothing for this long will not: its pipe is open, but unused. */
const unusedMs = 15_000

export function openQuestions({ stdin, stderr }: Terminal, signal: AbortSignal): Questions {
  return stdin.isTTY === true && stderr.isTTY === true
    ? { isTerminal: true, ask: (question) => askUser(question, { stdin, stderr }, signal), close() {} }
    : readLines(stdin, signal)
}

async function askUser(
  { text, secret }: Question,
  { stdin, stderr }: Terminal,
  signal: AbortSignal,
): Promise<string | undefined> {
  // Without an output, readline echoes nothing.
  const lines = createInterface(
    secret ? { input: stdin, terminal: true } : { input: stdin, output: stderr, terminal: true },
  )
  const left = new AbortController()
  const leave = (): void => left.abort()
  lines.once('SIGINT', leave).once('close', leave)
  if (secret) printQuestion(text, stderr)
  try {
    const line = await lines.question(secret ? '' : toTerminal(text), {
      signal: AbortSignal.any([signal, left.signal]),
    })
    if (secret) print([''], stderr)
    return line.trim()
  } catch (error) {
    if (!signal.aborted && !left.signal.aborted) throw error
    print([''], stderr)
    return undefined
  } finally {
    lines.close()
  }
}

function readLines(stdin: Input, signal: AbortSignal): Questions {
  let opened: { lines: AsyncIterator<string>; close: () => void } | undefined
  const open = () => {
    const input = createInterface({ input: stdin })
    return { lines: input[Symbol.asyncIterator](), close: () => input.close() }
  }
  return {
    isTerminal: false,
    async ask() {
      opened ??= open()
      const over = AbortSignal.any([signal, AbortSignal.timeout(unusedMs)])
      const unused = new Promise<undefined>((resolve) => {
        over.addEventListener('abort', () => resolve(undefined), { once: true })
      })
      const next = await Promise.race([opened.lines.next(), unused])
      return next === undefined || next.done === true ? undefined : next.value.trim()
    },
    close() {
      opened?.close()
      opened = undefined
    },
  }
}
