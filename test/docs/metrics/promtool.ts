import { spawnSync } from 'node:child_process'

/** Whether promtool is installed. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/** Runs promtool; returns its exit code and its whole output. */
export function promtool(args: readonly string[], input = ''): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  return { code: status, said: `${stdout}${stderr}` }
}
