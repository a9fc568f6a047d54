import { choices, faultOfReason, type Choice, type Decision } from '../../core/decisions/decision.ts'
import { recordId } from '../../core/record/record.ts'
import { resolutionText } from '../../core/report/resolution-text.ts'
import { ConfigError } from '../../lib/errors.ts'
import { resolveRecord } from '../../sync/decisions/resolve-record.ts'
import { assertRecord } from '../shared/assert-record.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { callerName, recordAuditEntry } from '../shared/record-audit-entry.ts'
import { withMirror } from '../shared/with-mirror.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { print, printJson, warn } from '../terminal/print.ts'
import { compact } from '../../lib/compact.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

type ResolveOptions = { gtin: string; language: string; choice: string; reason?: string; json?: boolean }

const limitMs = 60_000

/** Carries out a decision about one record; prints the result and the next steps. */
export async function resolveNow(env: NodeJS.ProcessEnv, options: ResolveOptions): Promise<number> {
  const { gtin, language, json } = options
  const record = { gtin, language }
  assertRecord(gtin, language)
  const choice = toChoice(options.choice)
  const reason = toReason(choice, options.reason)
  return withMirror(env, async ({ store, sync }) => {
    const by = `${callerName()} on the command line`
    const decision: Decision = compact({ choice, by, reason })
    const resolution = await resolveRecord(sync, record, decision, AbortSignal.timeout(limitMs))
    const message = resolutionText(record, resolution, namedMirror())
    await recordAuditEntry(
      { store, log: sync.log },
      { action: `resolve ${choice}`, subject: recordId(record), done: resolution.ok, result: message },
    )
    if (resolution.ok) {
      if (json) printJson({ message })
      else print([toOneLine(message)])
      return exitCodes.done
    }
    const { code, allowed } = resolution
    if (json) printJson({ error: { code, message, allowed } })
    warn(toOneLine(message))
    return exitCodes.badConfiguration
  })
}

/** Parses a choice; throws ConfigError for an unknown one. */
export function toChoice(text: string): Choice {
  const choice = choices.find((each) => each === text)
  if (choice === undefined)
    throw new ConfigError(`"${text}" is not a choice. Allowed: ${choices.join(', ')}.`)
  return choice
}

/** Parses a reason, on one line; throws ConfigError if the choice allows none. */
export function toReason(choice: Choice, typed: string | undefined): string | undefined {
  const reason = typed === undefined ? undefined : toOneLine(typed).trim()
  const fault = faultOfReason(choice, reason)
  if (fault !== undefined) throw new ConfigError(`--reason: ${fault}.`)
  return reason
}
