import { join } from 'node:path'

const cache = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'node-compile')

/** The whole environment of a process of the mirror. Compiled code is cached across starts. */
export function programEnv(env: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE: cache, ...env }
}
