import { readFileSync } from 'node:fs'
import { ConfigError, reasonOf } from '../src/lib/errors.ts'
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
    else
      faults.push(
        `${name} is ${variable.secret ? '(hidden)' : withoutPassword(JSON.stringify(given))}. Allowed: ${variable.allowed}.`,
      )
  }
  faults.push(...extraFaults(values as Partial<Values<V>>))
  if (faults.length > 0) {
    throw new ConfigError(
      `The configuration has ${faults.length} error${faults.length > 1 ? 's' : ''}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    )
  }
  return values as Values<V>
}

/** Old names of the variables that this reader knows, so that a renamed setting is never silently ignored. */
function renamedFaults(variables: Readonly<Record<string, Variable>>, env: Environment): string[] {
  return Object.entries(renamedVariables)
    .filter(([, name]) => Object.hasOwn(variables, name))
    .flatMap(([old, name]) =>
      ['', '_FILE']
        .filter((suffix) => (env[`${old}${suffix}`] ?? '') !== '')
        .map((suffix) => `${old}${suffix} is now called ${name}${suffix}.`),
    )
}

function readRaw(name: string, env: Environment): { text?: string; fault?: string } {
  const direct = env[name]
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
