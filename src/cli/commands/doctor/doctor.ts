import { readConfig, type Config } from '../../../../config/daemon.ts'
import { withEnvFileHint } from '../../../../config/env-file.ts'
import { ConfigError, LimitedError, OutageError, reasonOf, UnreachableError } from '../../../lib/errors.ts'
import { createLogger } from '../../../lib/logger.ts'
import { openMirror, type Mirror } from '../../../mirror/mirror.ts'
import { RedisUnreachableError } from '../../../store/redis/connect.ts'
import { openStore } from '../../../store/open.ts'
import { checks, type Check } from './checks.ts'
import type { Checked } from '../../json/status-report.ts'
import { toChecked, toCheckLines, toSum } from '../../output/doctor-lines.ts'
import { exitCodes } from '../../shared/exit-codes.ts'
import { givingUp } from '../../shared/with-store.ts'
import { createPaint } from '../../terminal/color.ts'
import { print, printJson, printsOnlyErrors } from '../../terminal/print.ts'
import { columnsOf } from '../../terminal/wrap.ts'

/** `envFile`: the file of `--env-file`. */
export type DoctorOptions = { json?: boolean; envFile?: string }

type Say = (checked: Checked) => void

const limitMs = 30_000

/** Checks the configuration and everything it refers to, prints the results, and returns the exit code. */
export async function runDoctor(env: NodeJS.ProcessEnv, { json, envFile }: DoctorOptions): Promise<number> {
  const all: Checked[] = []
  const { stdout } = process
  const paint = createPaint(stdout)
  const columns = columnsOf(stdout)
  const exitCode = await examine(env, { isJson: json === true, envFile }, (checked) => {
    all.push(checked)
    const isError = checked.state === 'failed' && printsOnlyErrors()
    if (!json) print(toCheckLines(checked, paint, columns), isError ? process.stderr : stdout)
  })
  if (json) printJson({ ok: exitCode === exitCodes.done, checks: all })
  else print([toSum(all)])
  return exitCode
}

async function examine(
  env: NodeJS.ProcessEnv,
  { isJson, envFile }: { isJson: boolean; envFile: string | undefined },
  say: Say,
): Promise<number> {
  try {
    const config = readConfig(env)
    say(toChecked('Configuration', 'ok', 'every variable is valid'))
    return await open(config, say)
  } catch (error) {
    // Text output is that of every other command.
    if (!isJson || !(error instanceof ConfigError)) throw error
    const text = withEnvFileHint(reasonOf(error), process.cwd(), envFile)
    say({ name: 'Configuration', state: 'failed', text })
    return exitCodes.badConfiguration
  }
}

async function open(config: Config, say: Say): Promise<number> {
  const log = createLogger({ level: 'silent', destination: 'stderr' })
  // Another process may have stopped calls to an upstream; this one calls it nevertheless.
  const asking = { ...config, maxOutageMs: undefined }
  const store = await openStore(config, log, givingUp(config)).catch((error: unknown) => {
    if (error instanceof ConfigError) throw error
    say(toChecked('Redis', 'failed', reasonOf(error)))
  })
  if (store === undefined) return exitCodes.error
  const mirror = await openMirror(asking, log, store).catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error
    say(toChecked('Files', 'failed', reasonOf(error)))
  })
  if (mirror === undefined) return exitCodes.badConfiguration
  try {
    return await runChecks(withCachedLanguages(mirror), config, say)
  } finally {
    await mirror.stop()
  }
}

/** Two checks read the partner's languages; a partner that is down should cost only one time-out. */
function withCachedLanguages(mirror: Mirror): Mirror {
  const { partner } = mirror.sync
  let served: ReturnType<typeof partner.fetchLanguages> | undefined
  const fetchLanguages: typeof partner.fetchLanguages = (signal) =>
    (served ??= partner.fetchLanguages(signal))
  return { ...mirror, sync: { ...mirror.sync, partner: { ...partner, fetchLanguages } } }
}

async function runChecks(mirror: Mirror, config: Config, say: Say): Promise<number> {
  let exitCode: number = exitCodes.done
  /** The exit code of all checks of an upstream that is down. */
  let unreached: number | undefined
  const failed = new Set<string>()
  const fail = (check: Check, text: string): void => {
    failed.add(check.name)
    say(toChecked(check.name, 'failed', text))
    if (exitCode === exitCodes.done) exitCode = check.exitCode
  }
  for (const check of checks) {
    const { name, needs } = check
    if ((needs !== undefined && failed.has(needs)) || check.exitCode === unreached) continue
    try {
      const found = await check.run(mirror, config, AbortSignal.timeout(limitMs))
      if (typeof found === 'string') say(toChecked(name, 'ok', found))
      else if (found !== undefined && 'warning' in found)
        for (const warning of [found.warning].flat()) say(toChecked(name, 'warning', warning))
      else if (found !== undefined) fail(check, found.failed)
    } catch (error) {
      // Redis stores the rate limits of partner and CMS, so without it neither may be called.
      if (error instanceof RedisUnreachableError) {
        fail(check, reasonOf(error))
        break
      }
      // The CMS refused the user, and now another request for the same reason.
      if (check.exitCode === exitCodes.cmsUnusable && failed.has('CMS user')) continue
      const isLimited = error instanceof LimitedError && !(error instanceof OutageError)
      fail(check, `${reasonOf(error)}${isLimited ? ' Wait until then, and run doctor again.' : ''}`)
      const isUnreached = isLimited || error instanceof UnreachableError
      if (isUnreached && name === 'CMS user') unreached = check.exitCode
    }
  }
  return exitCode
}
