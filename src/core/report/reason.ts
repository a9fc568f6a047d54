const longest = 200

const command = /:\s*product-mirror /g
const clauseMarks = new Set('.;:')

/** A reason without its recommended commands; the clause before each command, up to a semicolon, is removed too. */
export function withoutCommands(reason: string): string {
  let rest = ''
  let at = 0
  for (const { index, 0: lead } of reason.matchAll(command)) {
    if (index < at) continue
    const end = reason.indexOf(';', index + lead.length)
    rest += reason.slice(at, clauseStart(reason, at, index))
    at = end === -1 ? reason.length : end
  }
  return rest + reason.slice(at)
}

/** The start of the clause before `end`, including the mark that ends the previous clause, except a colon. */
function clauseStart(text: string, from: number, end: number): number {
  let at = end
  while (at > from && !clauseMarks.has(text.charAt(at - 1))) at--
  return at > from && text[at - 1] !== ':' ? at - 1 : at
}

/** A message as a sentence, without its commands. */
export function sentenceOf(message: string): string {
  const sentence = withoutCommands(message)
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}

/** A record's reason below its run's failure, without repeating the failure's cause. */
export function withoutCause(reason: string, failure: { message: string } | undefined): string {
  if (failure === undefined) return reason
  return reason.replace(failure.message.replace(/\.$/, ''), 'see the cause above')
}

/** A reason without the URLs, languages and numbers that differ between records; equal results form one group. */
export function groupOf(reason: string): string {
  const general = withoutCommands(reason)
    .replace(/https?:\/\/[^\s)]+/g, '…')
    .replace(/\b[a-z]{2,3}-[a-z0-9]{2,8}\b(?=[\s/.,;:)]|$)/g, '…')
    .replace(/\d+(?:[.,:-]\d+)*/g, '…')
  return cut(general)
}

/** A complete reason, for a group of one. */
export function wholeOf(reason: string): string {
  return cut(withoutCommands(reason))
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text
}
