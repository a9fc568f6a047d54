import renamedVariables from '../renamed-variables.json' with { type: 'json' }
import { findMisspelt } from '../misspelt.ts'
import { readConfig, type Config } from '../daemon.ts'
import { ConfigError } from '../../src/lib/errors.ts'
import { faultsOf, toConfigError, type Environment } from '../read.ts'
import { variables } from '../variables.ts'
import { findCollisions } from './collisions.ts'
import { readMirrorsFile, type Settings } from './mirrors-file.ts'

/** One of several mirrors: its id, and the environment of its configuration. */
export type MirrorEntry = { id: string; env: Environment }

/** A process has one dashboard, one Redis and one log. */
const ofProcess = /^(?:OPS_\w+|REDIS_\w+|DATA_DIR|LOG_LEVEL|MIRRORS|MIRROR)$/

/**
 * The mirrors of the file MIRRORS; undefined without one. Settings override the environment. Throws one
 * ConfigError that names every wrong setting with its mirror, and every two mirrors that would overwrite each
 * other's pages.
 */
export function readMirrors(env: Environment): readonly MirrorEntry[] | undefined {
  const file = env['MIRRORS'] ?? ''
  if (file === '') {
    if ((env['MIRRORS_FILE'] ?? '') === '') return undefined
    throw new ConfigError(
      'MIRRORS_FILE is set, but MIRRORS itself is the name of the file. Set MIRRORS instead.',
    )
  }
  const listed = readMirrorsFile(file)
  const faults = [
    ...((env['MIRROR_ID'] ?? '') === ''
      ? []
      : ['MIRROR_ID is set, but with MIRRORS each mirror has its own id. Unset MIRROR_ID.']),
    ...repeatedIds(listed.map(({ id }) => id)),
    ...listed.flatMap(({ id, settings }) =>
      settingFaults(settings, env).map((fault) => `mirror ${id}: ${fault}`),
    ),
  ]
  if (faults.length > 0) throw toConfigError(faults)
  // These variables belong to single mirrors, and their owner chooses their names.
  const referred = new Set(listed.flatMap(({ settings }) => referredIn(settings)))
  const shared = Object.fromEntries(Object.entries(env).filter(([name]) => !referred.has(name)))
  const entries = listed.map(({ id, settings }) => {
    const own = Object.entries(settings).map(([key, value]) => valueOf(key, value, env))
    return { id, env: { ...withoutSet(settings, shared), ...Object.fromEntries(own), MIRROR_ID: id } }
  })
  const collisions = findCollisions(entries)
  if (collisions.length > 0) throw toConfigError(collisions)
  return entries
}

export type Configs = readonly [Config, ...Config[]]

/** Reads the configuration of every mirror. Throws one ConfigError with all errors, each with its mirror. */
export function readConfigs(entries: readonly MirrorEntry[]): Configs {
  const configs: Config[] = []
  const faults = new Map<string, string[]>()
  for (const { id, env } of entries) {
    try {
      configs.push(readConfig(env))
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      for (const fault of faultsOf(error)) faults.set(fault, [...(faults.get(fault) ?? []), id])
    }
  }
  if (faults.size > 0) throw toConfigError([...faults].map(([fault, ids]) => nameIds(fault, ids, entries)))
  const [first, ...others] = configs
  if (first === undefined) throw new ConfigError('MIRRORS names no mirror.')
  return [first, ...others]
}

/** An error of all mirrors is in the environment that they share. */
function nameIds(fault: string, ids: readonly string[], entries: readonly MirrorEntry[]): string {
  const isShared = entries.length > 1 && ids.length === entries.length
  if (isShared || ofProcess.test(/^\w+/.exec(fault)?.[0] ?? '')) return fault
  return `${ids.length > 1 ? 'mirrors' : 'mirror'} ${ids.join(', ')}: ${fault}`
}

function repeatedIds(ids: readonly string[]): string[] {
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index))
  return [...repeated].map(
    (id) => `mirror ${id}: two mirrors have this id, and would share their data. Give each its own.`,
  )
}

const names = Object.keys(variables)

function settingFaults(settings: Settings, env: Environment): string[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    const name = nameOf(key)
    if (name === 'MIRROR_ID') return [`${key}: the id is the name of the mirror. Remove this setting.`]
    if (ofProcess.test(name))
      return [`${key}: all mirrors share it. Remove it here, and set it in the environment.`]
    if (!names.includes(name) && !Object.hasOwn(renamedVariables, name))
      return [
        findMisspelt(names, { [key]: value })[0] ?? `${key} is not a variable of product-mirror. Remove it.`,
      ]
    if (key === name && [`${name}_FILE`, `${name}_ENV`].some((other) => other in settings))
      return [`${key}: it is also given as ${name}_FILE or ${name}_ENV. Keep one of them.`]
    if (key === `${name}_FILE` && `${name}_ENV` in settings)
      return [`${key}: it is also given as ${name}_ENV. Keep one of them.`]
    if (key === `${name}_ENV` && (env[value] ?? '') === '')
      return [
        `${key} names the environment variable ${JSON.stringify(value)}, which is not set. Set it, or correct the name.`,
      ]
    return []
  })
}

/** The variable of a setting, in either form. */
function nameOf(key: string): string {
  return names.includes(key) ? key : key.replace(/_(?:FILE|ENV)$/, '')
}

/** The environment variables that settings name. */
function referredIn(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([key, value]) => (key === `${nameOf(key)}_ENV` ? [value] : []))
}

function valueOf(key: string, value: string, env: Environment): [name: string, value: string | undefined] {
  const name = nameOf(key)
  return key === `${name}_ENV` ? [name, env[value]] : [key, value]
}

/** The shared environment without the variables that these settings replace. */
function withoutSet(settings: Settings, shared: Environment): Environment {
  const set = Object.keys(settings).map(nameOf)
  // A mirror's own login to the CMS replaces a shared one of the other kind.
  if (set.includes('CMS_TOKEN')) set.push('CMS_USER', 'CMS_PASSWORD')
  else if (set.includes('CMS_PASSWORD')) set.push('CMS_TOKEN')
  const replaced = new Set([...set, 'MIRROR'].flatMap((name) => [name, `${name}_FILE`, name.toLowerCase()]))
  return Object.fromEntries(Object.entries(shared).filter(([name]) => !replaced.has(name)))
}
