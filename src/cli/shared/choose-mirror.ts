import { readMirrors, type MirrorEntry } from '../../../config/mirrors/read-mirrors.ts'
import { ConfigError, MirrorError, reasonOf } from '../../lib/errors.ts'
import { printFor } from '../terminal/named-mirror.ts'
import { print, warn } from '../terminal/print.ts'
import { exitCodeOfError, worstOf } from './exit-codes.ts'
import { takesMirror } from './takes-mirror.ts'

/** Commands that cover all mirrors if none is named. */
const overAll: ReadonlySet<string> = new Set(['status', 'doctor'])

/**
 * The environment of a command that takes a mirror: with MIRRORS, that of the mirror in `--mirror` or MIRROR.
 * Throws ConfigError if the mirror is missing or unknown, or if the command takes none.
 */
export function chooseEnvironment(
  env: NodeJS.ProcessEnv,
  command: string,
  named: string | undefined,
): NodeJS.ProcessEnv {
  printFor(undefined)
  if (!takesMirror(command))
    throw new ConfigError(
      `--mirror does not go with ${command}, which is about no single mirror. Leave it out.`,
    )
  const entries = readMirrors(env)
  if (entries === undefined) {
    if (named === undefined) return env
    throw new ConfigError(
      '--mirror names one of the mirrors in the file MIRRORS, but MIRRORS is not set. Set it, or leave --mirror out.',
    )
  }
  const id = named ?? (env['MIRROR'] || undefined)
  if (id === undefined && overAll.has(command)) return env
  const chosen = entries.find((entry) => entry.id === id)
  if (chosen === undefined) throw new ConfigError(explain(id, entries))
  printFor(chosen.id)
  return { ...chosen.env }
}

function explain(id: string | undefined, entries: readonly MirrorEntry[]): string {
  const ids = entries.map((entry) => entry.id).join(', ')
  return id === undefined
    ? `MIRRORS has several mirrors: ${ids}. Name the one that this command is about: --mirror ID, or MIRROR=ID.`
    : `The file MIRRORS does not contain mirror "${id}". It contains: ${ids}.`
}

/**
 * Runs a command for the mirror of the environment, or for every mirror of MIRRORS, one after the other;
 * returns the worst exit code. `isHeaded`: a line with the name of the mirror comes first.
 */
export async function overMirrors(
  env: NodeJS.ProcessEnv,
  isHeaded: boolean,
  work: (env: NodeJS.ProcessEnv, id?: string) => Promise<number>,
): Promise<number> {
  // The environment of a chosen mirror contains its id.
  const entries = (env['MIRROR_ID'] ?? '') === '' ? readMirrors(env) : undefined
  if (entries === undefined) return work(env)
  const codes: number[] = []
  for (const [index, { id, env: own }] of entries.entries()) {
    printFor(id)
    if (isHeaded) print([...(index > 0 ? [''] : []), `Mirror ${id}`])
    codes.push(
      await work({ ...own }, id).catch((error: unknown) => {
        if (!(error instanceof MirrorError)) throw error
        warn(`Mirror ${id}: ${reasonOf(error)}`)
        return exitCodeOfError(error)
      }),
    )
  }
  return worstOf(codes)
}
