import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { spawnBound } from '../processes/spawn-bound.ts'
import type { Ended } from './cli.ts'
import { programEnv } from './program-env.ts'

const program = join(import.meta.dirname, '..', '..', '..', 'bin', 'product-mirror')
const terminals = '/usr/bin/script'

/** An empty folder of an operator, in which `bin/product-mirror` runs and finds `.env`. */
export async function openNewFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'mirror-folder-'))
  const file = join(folder, '.env')
  return {
    folder,
    /** The content of `.env`; undefined if there is none. */
    readEnv: () => readFile(file, 'utf8').catch(() => undefined),
    modeOfEnv: async () => (await stat(file)).mode & 0o777,
    writeEnv: (content: string) => writeFile(file, content, { mode: 0o644 }),

    /** Runs a command to its end, with `input` as its standard input. */
    async run(args: readonly string[], env: Record<string, string>, input = ''): Promise<Ended> {
      const child = spawnBound(program, args, { cwd: folder, env: programEnv(env), stdio: 'pipe' })
      child.stdin.on('error', () => {})
      child.stdin.end(input)
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ])
      return { code: code as number | null, stdout, stderr }
    },

    /** Runs a command on a terminal. Types each text once its question has appeared. */
    async converse(
      args: readonly string[],
      env: Record<string, string>,
      answers: readonly (readonly [question: string, typed: string])[],
    ): Promise<{ code: number | null; screen: string }> {
      const command = [program, ...args].map((part) => `'${part}'`).join(' ')
      const child = spawnBound(terminals, ['-qec', command, '/dev/null'], {
        cwd: folder,
        env: programEnv({ TERM: 'xterm', PAGER: 'cat', ...env }),
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      const left = [...answers]
      let screen = ''
      let from = 0
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        screen += chunk
        const [question = '', typed = ''] = left[0] ?? []
        const at = left.length === 0 ? -1 : screen.indexOf(question, from)
        if (at < 0) return
        from = at + question.length
        left.shift()
        child.stdin.write(typed)
      })
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, screen }
    },

    close: () => rm(folder, { recursive: true, force: true }),
  }
}

export type NewFolder = Awaited<ReturnType<typeof openNewFolder>>
