import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Screen } from './wrap.ts'

/**
 * Makes `less` end automatically if all fits on the screen, keep colours, and leave the text on the screen.
 */
const lessOptions = 'FRX'

/**
 * Writes a long text. On a terminal it is shown by the pager in `PAGER` (`less` by default; `cat` or empty:
 * none); otherwise, or if that program is missing, it is written to `out`.
 */
export async function throughPager(
  out: Writable & Screen,
  env: NodeJS.ProcessEnv,
  write: (to: Writable) => Promise<void>,
): Promise<void> {
  const [command = '', ...args] = (env['PAGER'] ?? 'less').split(' ').filter(Boolean)
  if (out.isTTY !== true || command === '' || command === 'cat') return write(out)
  const pager = spawn(command, args, {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: lessOptions, ...env },
  })
  try {
    await once(pager, 'spawn')
  } catch {
    return write(out)
  }
  const ended = once(pager, 'close')
  // Ctrl-C is for the pager: without us it could not restore the terminal.
  const ignore = (): void => undefined
  process.on('SIGINT', ignore)
  try {
    await write(pager.stdin)
    pager.stdin.end()
    await ended
  } finally {
    process.off('SIGINT', ignore)
  }
}
