import type { Note } from '../../../core/reasons/note.ts'
import type { Refusal } from '../../../core/reasons/refusal.ts'

/**
 * Reads the sentences that versions before 5 of a run stored as reasons, and those before 6 as notes. Checks each value instead of the version, because
 * a run that a newer version continues has values of both.
 */
export function upgradeReasons(run: Record<string, unknown>): Record<string, unknown> {
  const { guards, refusal, notes } = run
  return {
    ...run,
    ...(Array.isArray(guards) && { guards: guards.map(upgradeGuard) }),
    ...(typeof refusal === 'string' && { refusal: upgradeRefusal(refusal) }),
    ...(Array.isArray(notes) && { notes: notes.map(upgradeNote) }),
  }
}

/** The message of a guard ended with the command that approves the plan. */
function upgradeGuard(verdict: unknown): unknown {
  if (typeof verdict !== 'object' || verdict === null || !('message' in verdict)) return verdict
  const { message, ...numbers } = verdict
  const text = String(message).replace(/ If this is wanted: product-mirror approve \S+$/, '')
  return { ...numbers, text }
}

/** A refusal ended with the command that follows. An empty text was one that no longer applied. */
function upgradeRefusal(text: string): Refusal | null {
  if (text === '') return null
  const next = /product-mirror approve \S+$/.test(text) ? 'approve' : 'plan'
  return { code: 'text', text, next }
}

function upgradeNote(note: unknown): unknown {
  return typeof note === 'string' ? ({ code: 'text', text: note } satisfies Note) : note
}

/** Versions before 3 of an outcome, and before 2 of a failing record, had a sentence, which may contain commands. */
export function upgradeReason(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('reason' in value)) return value
  const { reason, ...others } = value
  return { ...others, reasons: [{ code: 'text', text: withoutCommands(String(reason)) }] }
}

/** Version 1 of a held version had a sentence. */
export function upgradeBlanks(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('reason' in value)) return value
  const { reason, ...suspect } = value
  return { ...suspect, blanks: { code: 'text', text: String(reason) } }
}

/** Versions before 4 of an outcome had a sentence in a reason about a held version. */
export function upgradeSuspects(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('reasons' in value)) return value
  const { reasons } = value
  if (!Array.isArray(reasons)) return value
  return { ...value, reasons: reasons.map(upgradeSuspect) }
}

function upgradeSuspect(reason: unknown): unknown {
  if (typeof reason !== 'object' || reason === null || !('code' in reason) || !('detail' in reason))
    return reason
  const { detail, ...others } = reason
  return others.code === 'suspect' ? { ...others, blanks: { code: 'text', text: String(detail) } } : reason
}

/** Versions before 4 of a finding had sentences, of which the first may contain a command. */
export function upgradeDetail(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('detail' in value)) return value
  const { detail, ...finding } = value
  const text = withoutCommands(String(detail).replace(/; product-mirror .*$/, ''))
  return {
    ...finding,
    reason: { code: 'text', text },
    ...('repaired' in finding && { repaired: { code: 'text', text: String(finding.repaired) } }),
  }
}

const command = /:\s*product-mirror /g
const clauseMarks = new Set('.;:')

/** A sentence without its commands; the clause before each command, up to a semicolon, is removed too. */
export function withoutCommands(sentence: string): string {
  let rest = ''
  let at = 0
  for (const { index, 0: lead } of sentence.matchAll(command)) {
    if (index < at) continue
    const end = sentence.indexOf(';', index + lead.length)
    rest += sentence.slice(at, clauseStart(sentence, at, index))
    at = end === -1 ? sentence.length : end
  }
  return rest + sentence.slice(at)
}

/** The start of the clause before `end`, including the mark that ends the previous clause, except a colon. */
function clauseStart(text: string, from: number, end: number): number {
  let at = end
  while (at > from && !clauseMarks.has(text.charAt(at - 1))) at--
  return at > from && text[at - 1] !== ':' ? at - 1 : at
}
