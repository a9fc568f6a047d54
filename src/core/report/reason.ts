const longest = 200

const command = /:\s*product-mirror /g
const clauseMarks = new Set('.;:')

/** A reason without the commands that it recommends: each with the clause that leads to it, up to a semicolon. */
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

/** Where the clause before `end` begins, with the mark that ends the one before; a colon stays. */
function clauseStart(text: string, from: number, end: number): number {
  let at = end
  while (at > from && !clauseMarks.has(text.charAt(at - 1))) at--
  return at > from && text[at - 1] !== ':' ? at - 1 : at
}

/** The same as a sentence of its own. */
export function sentenceOf(message: string): string {
  const sentence = withoutCommands(message)
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}

/** A record's reason below its run's failure, whose cause is not told again. */
export function withoutCause(reason: string, failure: { message: string } | undefined): string {
  if (failure === undefined) return reason
  return reason.replace(failure.message.replace(/\.$/, ''), 'see the cause above')
}

/** A reason without the URLs, languages and numbers that differ between records: equal ones are one group. */
export function groupOf(reason: string): string {
  const general = withoutCommands(reason)
    .replace(/https?:\/\/[^\s)]+/g, '…')
    .replace(/\b[a-z]{2,3}-[a-z0-9]{2,8}\b(?=[\s/.,;:)]|$)/g, '…')
    .replace(/\d+(?:[.,:-]\d+)*/g, '…')
  return cut(general)
}

/** A reason in full, as the only one of its group is shown. */
export function wholeOf(reason: string): string {
  return cut(withoutCommands(reason))
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text
}
