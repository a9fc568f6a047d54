import { readFileSync, statSync } from 'node:fs'
import { rememberSecretsOf, type Environment } from './read.ts'
import { variables, type Variable } from './variables.ts'

/**
 * The secrets that may change while the process runs: the next request uses the new content of their file.
 */
const followed = [
  'PARTNER_TOKEN',
  'CMS_PASSWORD',
  'CMS_TOKEN',
  'OPS_PASSWORD',
  'OPS_READER_PASSWORD',
  'OPS_METRICS_TOKEN',
] as const
type Followed = (typeof followed)[number]

type ReadSecret<T> = () => T

/** Follows the files (`NAME_FILE`) of secrets, so that they can be rotated without a restart. */
export function reloadSecrets<V extends Record<Followed, string | undefined>>(
  values: V,
  env: Environment,
): { [K in Followed]: ReadSecret<V[K]> } {
  const readers = followed.map((name) => {
    const file = (env[name] ?? '') === '' ? (env[`${name}_FILE`] ?? '') : ''
    return [
      name,
      file === ''
        ? () => values[name]
        : followFile(file, name, { first: values[name], remember: () => rememberSecretsOf(variables, env) }),
    ]
  })
  return Object.fromEntries(readers)
}

/** The files of secrets, by the variable that names them. */
export function listSecretFiles(env: Environment): { variable: string; file: string }[] {
  return Object.entries<Variable>(variables)
    .filter(([name, { secret }]) => secret && (env[name] ?? '') === '' && (env[`${name}_FILE`] ?? '') !== '')
    .map(([name]) => ({ variable: `${name}_FILE`, file: env[`${name}_FILE`] ?? '' }))
}

/**
 * If a file is missing or has an invalid value, the last value stays in force, because it may be half-way
 * replaced.
 */
function followFile(
  file: string,
  name: Followed,
  { first, remember }: { first: string | undefined; remember: () => void },
): ReadSecret<string | undefined> {
  let value = first
  let version: string | undefined
  return () => {
    try {
      const current = versionOf(file)
      if (current === version) return value
      const parsed = variables[name].schema.safeParse(readFileSync(file, 'utf8').trim())
      if (parsed.success) {
        value = parsed.data
        // Hides the new value and the earlier one from every output.
        remember()
      }
      version = current
    } catch {
      // The next request reads it again.
    }
    return value
  }
}

function versionOf(file: string): string {
  const { mtimeNs, ctimeNs, ino, size } = statSync(file, { bigint: true })
  return [mtimeNs, ctimeNs, ino, size].join(' ')
}
