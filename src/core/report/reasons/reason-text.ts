import { commandClause, type Command } from '../../reasons/command.ts'
import type { Reason } from '../../reasons/reason.ts'
import { retryCommand, syncCommand } from '../../reasons/record-commands.ts'
import type { RecordKey } from '../../record/record.ts'
import { blanksText } from './blanks-text.ts'
import { mergeSentences } from './merge-sentences.ts'
import { pageSentences } from './page-sentences.ts'
import { planSentences } from './plan-sentences.ts'
import { retireSentences, undoSentences } from './removal-sentences.ts'
import type { ReasonWith, Sentences, Told } from './sentence-types.ts'
import { generalText, inFull, type Show } from './show.ts'

const sentences: Sentences<Reason['code']> = {
  ...planSentences,
  ...pageSentences,
  ...mergeSentences,
  ...retireSentences,
  ...undoSentences,
  text: ({ text }, show) => show.detail(text),
  quarantined: ({ count, since, nextTryAt, causes }, show) => ({
    text: `failed in ${show.value(count)} runs in a row since ${show.time(since)}, most recently: ${plainText(causes, show).replace(/\.$/, '')}. Its page is unchanged; the next attempt is after ${show.time(nextTryAt)}`,
    commands: (key) => [syncCommand(key, 'To try now'), retryCommand(key)],
  }),
  'not-undone': ({ causes }, show) => `not reverted: ${plainText(causes, show)}`,
}

/** Reasons in words, with the commands that help; "" without reasons. */
export function reasonText(
  key: RecordKey,
  reasons: readonly Reason[] | undefined,
  mirror: string | undefined,
  show: Show = inFull,
): string {
  const texts = (reasons ?? []).map((reason) => {
    const { text, commands } = told(reason, show)
    if (commands === undefined) return text
    const clauses = commands(key).map((command) => commandClause(command, mirror))
    return `${text}. ${clauses.join('; ')}`
  })
  return texts.join('; ')
}

/** Reasons in words, without commands. */
export function plainText(reasons: readonly Reason[] = [], show: Show = inFull): string {
  return reasons.map((reason) => told(reason, show).text).join('; ')
}

/** Equal for reasons of the same kind, whatever their wording, ids, times and numbers. */
export function kindOfReasons(reasons: readonly Reason[] = []): string {
  return reasons.map(kindOf).join(' ')
}

function kindOf(reason: Reason): string {
  const { detail, text, causes } = { detail: '', text: '', causes: [], ...reason }
  const blanks = reason.code === 'suspect' ? blanksText(reason.blanks) : ''
  return `${reason.code}(${generalText(detail + text + blanks)}${kindOfReasons(causes)})`
}

/** The commands that help. */
export function commandsOf(reason: Reason, key: RecordKey): readonly Command[] {
  return told(reason, inFull).commands?.(key) ?? []
}

function told<C extends Reason['code']>(reason: ReasonWith<C>, show: Show): Told {
  const text = sentences[reason.code](reason, show)
  return typeof text === 'string' ? { text } : text
}
