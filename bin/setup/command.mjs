// Runs other programs and returns their output.
import { spawnSync } from 'node:child_process'

/**
 * Runs a program without a terminal and waits for it. `found` is false if the program does not exist; `output` is
 * standard output and standard error together; `status` is null after a signal. `pidFile` receives the process id.
 */
export function run(file, args, { pidFile, ...options } = {}) {
  const [program, ...rest] =
    pidFile === undefined
      ? [file, ...args]
      : ['/bin/sh', '-c', 'echo $$ >"$0"; exec "$@"', pidFile, file, ...args]
  const done = spawnSync(program, rest, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  })
  return {
    // A shell exits with 127 if there is no such program.
    found: done.error?.code !== 'ENOENT' && (pidFile === undefined || done.status !== 127),
    ok: done.status === 0,
    status: done.status,
    output: `${done.stdout ?? ''}${done.stderr ?? ''}`,
  }
}

/** The first "1.2" or "1.2.3" in the output of `file --version`; undefined if the program does not run. */
export function versionOf(file) {
  const { ok, output } = run(file, ['--version'], { timeout: 20_000 })
  const found = ok && /(\d+)\.(\d+)(?:\.\d+)?/.exec(output)
  return found ? { major: Number(found[1]), minor: Number(found[2]), text: found[0] } : undefined
}
