import { spawnSync } from 'node:child_process'

/** Whether this machine has Prometheus' rule checker. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/** Runs promtool; answers its exit code and all that it said. */
export function promtool(args: readonly string[], input = ''): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  return { code: status, said: `${stdout}${stderr}` }
}
