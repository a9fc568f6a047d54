import { createInterface } from 'node:readline/promises'
import { toTerminal } from './color.ts'
import { print } from './print.ts'
import type { Screen } from './wrap.ts'

export type Terminal = { stdin: NodeJS.ReadableStream; stderr: NodeJS.WritableStream & Screen }

/** Asks the user. Only `y` and `yes` agree; anything else, Ctrl-C and the end of the input do not. */
export async function ask(question: string, terminal: Terminal, signal: AbortSignal): Promise<boolean> {
  const shown = toTerminal(question)
  const lines = createInterface({ input: terminal.stdin, output: terminal.stderr })
  const left = new AbortController()
  const leave = (): void => left.abort()
  lines.once('SIGINT', leave).once('close', leave)
  try {
    const answer = await lines.question(`${shown} [y/N] `, {
      signal: AbortSignal.any([signal, left.signal]),
    })
    return /^\s*y(es)?\s*$/i.test(answer)
  } catch (error) {
    if (!signal.aborted && !left.signal.aborted) throw error
    print([''], terminal.stderr)
    return false
  } finally {
    lines.close()
  }
}
