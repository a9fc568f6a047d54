import { readConfig } from '../../../config/daemon.ts'
import { choices, faultOfReason, type Choice } from '../../core/decisions/decision.ts'
import { recordId } from '../../core/record/record.ts'
import { ConfigError } from '../../lib/errors.ts'
import { createLogger } from '../../lib/logger.ts'
import { openMirror } from '../../mirror.ts'
import { resolveRecord } from '../../sync/decisions/resolve-record.ts'
import { assertRecord } from '../shared/assert-record.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { givingUp } from '../shared/give-up.ts'
import { callerName, recordAuditEntry } from '../shared/record-audit-entry.ts'
import { toPlain } from '../terminal/plain.ts'

type ResolveOptions = {
  gtin: string
  language: string
  choice: string
  reason?: string | undefined
  json?: boolean | undefined
}

const limitMs = 60_000

/** Carries out a decision about one record and prints the result and what happens next. */
export async function resolveNow(env: NodeJS.ProcessEnv, options: ResolveOptions): Promise<number> {
  const { gtin, language, json } = options
  assertRecord(gtin, language)
  const choice = toChoice(options.choice)
  const reason = options.reason === undefined ? undefined : toPlain(options.reason).trim()
  const fault = faultOfReason(choice, reason)
  if (fault !== undefined) throw new ConfigError(`--reason: ${fault}.`)
  const config = readConfig(env)
  const level = config.logLevel === 'info' ? 'warn' : config.logLevel
  const log = createLogger({ level, destination: 'stderr' })
  const mirror = await openMirror(config, log, givingUp(config))
  try {
    await mirror.assertUsable()
    const decision = {
      choice,
      by: `${callerName()} on the command line`,
      ...(reason !== undefined && { reason }),
    }
    const resolution = await resolveRecord(
      mirror.sync,
      { gtin, language },
      decision,
      AbortSignal.timeout(limitMs),
    )
    await recordAuditEntry(mirror.store, mirror.sync.log, {
      action: `resolve ${choice}`,
      subject: recordId({ gtin, language }),
      done: resolution.ok,
      result: resolution.ok ? resolution.done : resolution.reason,
    })
    if (resolution.ok) {
      process.stdout.write(`${json ? JSON.stringify({ done: resolution.done }) : toPlain(resolution.done)}\n`)
      return exitCodes.done
    }
    const { code, reason: message, allowed } = resolution
    if (json) process.stdout.write(`${JSON.stringify({ error: { code, message, allowed } })}\n`)
    process.stderr.write(`${toPlain(message)}\n`)
    return exitCodes.badConfiguration
  } finally {
    await mirror.close()
  }
}

function toChoice(text: string): Choice {
  const choice = choices.find((each) => each === text)
  if (choice === undefined)
    throw new ConfigError(`"${text}" is not a choice. Allowed: ${choices.join(', ')}.`)
  return choice
}
