import { readFileSync } from 'node:fs'
import { ConfigError, reasonOf } from '../src/lib/errors.ts'
import { hideSecrets, rememberSecrets, shortestHidden } from '../src/lib/text/secrets.ts'
import { findMisspelt } from './misspelt.ts'
import renamedVariables from './renamed-variables.json' with { type: 'json' }
import type { Variable } from './variables.ts'

export type Environment = Readonly<Record<string, string | undefined>>

type Values<V extends Record<string, Variable>> = {
  [K in keyof V]:
    | (V[K] extends Variable<infer T> ? T : never)
    | (V[K] extends { required: true } | { fallback: string } ? never : undefined)
}

/**
 * Reads every variable, from `NAME` or from the file named by `NAME_FILE`. Throws one ConfigError that lists every
 * error: the variable, its value (secrets hidden) and the allowed values.
 */
export function readVariables<V extends Record<string, Variable>>(
  variables: V,
  env: Environment,
  extraFaults: (values: Partial<Values<V>>) => string[] = () => [],
): Values<V> {
  const values: Record<string, unknown> = {}
  const faults = [...renamedFaults(variables, env), ...findMisspelt(Object.keys(variables), env)]
  for (const [name, variable] of Object.entries(variables)) {
    const raw = readRaw(name, env)
    if (raw.fault !== undefined) {
      faults.push(raw.fault)
      continue
    }
    const given = raw.text ?? variable.fallback
    if (given === undefined) {
      if (variable.required) faults.push(`${name} is required: ${variable.allowed}.`)
      continue
    }
    const parsed = variable.schema.safeParse(given)
    if (parsed.success) values[name] = parsed.data
    else {
      const shown = variable.secret ? '(hidden)' : hideSecrets(withoutPassword(JSON.stringify(given)))
      const why = variable.explain?.(given)
      faults.push(`${name} is ${shown}${why ? `: ${why}` : ''}. Allowed: ${variable.allowed}.`)
    }
  }
  for (const fault of extraFaults(values as Partial<Values<V>>)) faults.push(fault)
  if (faults.length > 0) throw toConfigError(faults)
  return values as Values<V>
}

const beforeFault = '\n  - '

/** Combines all errors of a configuration into one, a line each. */
export function toConfigError(faults: readonly string[]): ConfigError {
  const lines = faults.map((fault) => beforeFault + fault)
  return new ConfigError(
    `The configuration has ${lines.length} error${lines.length > 1 ? 's' : ''}:${lines.join('')}`,
  )
}

/** The errors in an error of `toConfigError`. */
export function faultsOf({ message }: ConfigError): string[] {
  return message.split(beforeFault).slice(1)
}

/**
 * Makes every output hide the secrets among these variables, even if this command does not read them: its
 * output may quote them.
 */
export function rememberSecretsOf(variables: Readonly<Record<string, Variable>>, env: Environment): void {
  rememberSecrets(Object.entries(variables).flatMap(([name, variable]) => secretsOf(name, variable, env)))
}

/** The variables whose secret is too short to be hidden wherever it is quoted. */
export function listShortSecrets(variables: Readonly<Record<string, Variable>>, env: Environment): string[] {
  return Object.entries(variables)
    .filter(([name, variable]) => {
      // The secret itself is first; other parts, such as the `v1` of a webhook's path, may be short.
      const [secret] = variable.secret ? secretsOf(name, variable, env) : []
      return secret !== undefined && secret.trim().length < shortestHidden
    })
    .map(([name]) => name)
}

/**
 * The parts of a value that no output may show; a password also together with its user, as in Basic
 * credentials.
 */
function secretsOf(name: string, { secret, hides }: Variable, env: Environment): readonly string[] {
  const value = secret === undefined && hides === undefined ? undefined : readRaw(name, env).text
  if (value === undefined) return []
  if (hides !== undefined) return hides(value)
  const user = name.endsWith('_PASSWORD') ? readRaw(name.replace('_PASSWORD', '_USER'), env).text : undefined
  return [value, ...(user === undefined ? [] : [`${user}:${value}`])]
}

/** Reports old names of variables, so that a renamed setting is never silently ignored. */
function renamedFaults(variables: Readonly<Record<string, Variable>>, env: Environment): string[] {
  return Object.entries(renamedVariables)
    .filter(([, name]) => Object.hasOwn(variables, name))
    .flatMap(([old, name]) =>
      ['', '_FILE']
        .filter((suffix) => (env[`${old}${suffix}`] ?? '') !== '')
        .map((suffix) => `${old}${suffix} is now called ${name}${suffix}.`),
    )
}

/** Variables that other programs share. As with curl, the name in lower case has precedence. */
const lowerCaseToo: ReadonlySet<string> = new Set(['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'])

/** The value of a variable, from itself or its file; neither if it is unset. */
export function readRaw(name: string, env: Environment): { text?: string; fault?: string } {
  const direct = (lowerCaseToo.has(name) && env[name.toLowerCase()]) || env[name]
  const file = env[`${name}_FILE`]
  if (direct !== undefined && direct !== '') return { text: direct }
  if (file === undefined || file === '') return {}
  try {
    return { text: readFileSync(file, 'utf8').trim() }
  } catch (error) {
    return { fault: `${name}_FILE: cannot read ${JSON.stringify(file)}: ${reasonOf(error)}` }
  }
}

function withoutPassword(text: string): string {
  return text.replace(/\/\/[^/@]*@/g, '//(hidden)@')
}
