import { existsSync } from 'node:fs'
import { readEnvFile } from '../../../../config/env-file.ts'
import { writeEnvFile } from '../../../../config/write-env-file.ts'
import { commandText } from '../../../core/reasons/command.ts'
import { countOf } from '../../../core/text/format.ts'
import { ConfigError } from '../../../lib/errors.ts'
import { createLogger } from '../../../lib/logger.ts'
import { listenForStop } from '../../../lib/shutdown.ts'
import { exitCodes } from '../../shared/exit-codes.ts'
import { print, warn } from '../../terminal/print.ts'
import { ask } from '../../terminal/prompt.ts'
import { openQuestions } from '../../terminal/questions.ts'
import { syncOnce } from '../sync.ts'
import { obtainAll } from './obtain.ts'
import { configWith, isInOwnFile, settings, type Setting, type Values } from './settings.ts'

export type InitOptions = {
  partnerUrl?: string
  partnerToken?: string
  siteUrl?: string
  user?: string
  password?: string
  catalog?: string
  force?: boolean
  plan: boolean
  envFile?: string
}

/**
 * Obtains and tests the settings of a mirror, writes them to an env file, and prints a plan. Returns the exit code unless
 * the plan ends the process. Throws ConfigError for a missing or unusable setting if no user can be asked.
 */
export async function initMirror(env: NodeJS.ProcessEnv, options: InitOptions): Promise<number> {
  if ((env['MIRRORS'] ?? '') !== '')
    throw new ConfigError('init sets up a single mirror, but MIRRORS is set. Unset it, or edit its file.')
  const { envFile: file = '.env' } = options
  const stored = existsSync(file) ? readEnvFile(file) : {}
  // Reports errors in the other settings before any question.
  configWith(env, {})
  const stop = listenForStop(createLogger({ level: 'silent', destination: 'stderr' }))
  const questions = openQuestions(process, stop)
  const flags = flagsOf(options)
  if (questions.isTerminal)
    print([`Each setting is tested at once. ${file} is written after the last one.`, ''])
  const obtained = await obtainAll({ env, flags, stored, questions, stop }).finally(() => questions.close())
  if (obtained === undefined) return cancelled(file)
  const { seen } = obtained
  const values = toWritten(obtained.values, env, flags)
  const replaced = Object.entries(values).filter(
    ([name, value]) => (stored[name] ?? '') !== '' && stored[name] !== value && !seen.has(name),
  )
  if (replaced.length > 0 && options.force !== true) {
    const isOne = replaced.length === 1
    const names = replaced.map(([name]) => name).join(', ')
    const found = `${file} has ${isOne ? 'another value' : 'other values'} of ${names}`
    const them = isOne ? 'it' : 'them'
    if (!questions.isTerminal)
      throw new ConfigError(`${found}, and was not changed. To replace ${them}, add --force.`)
    if (!(await ask(`${found}. Replace ${them}?`, process, stop))) return cancelled(file)
  }
  const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => stored[name] !== value))
  writeEnvFile(file, changed)
  const count = Object.keys(changed).length
  print([
    count === 0
      ? `${file} has these settings already. Only you can read it.`
      : `${countOf(count, 'setting')} saved in ${file}, which only you can read.`,
  ])
  return finish({ ...env, ...values }, options)
}

/** The values without those that have their own file, and without a namespace that was set already. */
function toWritten(values: Values, env: NodeJS.ProcessEnv, flags: Values): Record<string, string> {
  const kept = Object.entries(values).filter(
    ([name, value]) =>
      !(name === 'CMS_NAMESPACE' && (env[name] ?? '') !== '') &&
      (name in flags || !isInOwnFile(env, name, value)),
  )
  return Object.fromEntries(kept)
}

function cancelled(file: string): number {
  warn(`Cancelled. ${file} was not changed.`)
  return exitCodes.cancelled
}

/** The exit codes of a run that has printed a plan. */
const withPlan: ReadonlySet<number> = new Set([
  exitCodes.done,
  exitCodes.changesPending,
  exitCodes.someFailed,
  exitCodes.held,
])

/** Prints the plan and the next command. */
async function finish(env: NodeJS.ProcessEnv, { plan, envFile }: InitOptions): Promise<number> {
  const next = (name: string, ...rest: string[]): string =>
    commandText(
      { argv: [name, ...(envFile === undefined ? [] : ['--env-file', envFile]), ...rest] },
      undefined,
    )
  if (!plan) {
    print([`Next: ${next('plan')}`])
    return exitCodes.done
  }
  print(['', 'Reading the partner and the site for a plan, which writes nothing …'])
  const noPlan = (): void => {
    print(['', `The settings are saved; the plan failed. Next: ${next('doctor')}`])
  }
  // A lost Redis ends the process.
  process.once('exit', noPlan)
  return syncOnce(env, { kind: 'plan' }, (exitCode) => {
    if (!withPlan.has(exitCode)) return exitCode
    process.off('exit', noPlan)
    print(['', `Next: ${next('doctor')} also tests writing.`, `Then: ${next('sync')} writes the pages.`])
    return exitCode === exitCodes.changesPending ? exitCodes.done : exitCode
  })
}

function flagsOf(options: InitOptions): Values {
  const given = Object.entries(settings).flatMap(([name, { option }]) => {
    const value = options[option]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(given) as Partial<Record<Setting, string>>
}
