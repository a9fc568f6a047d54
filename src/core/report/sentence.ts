const longest = 200

/** A message as a sentence. */
export function sentenceOf(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`
}

/** A clause as the start of a sentence; a name such as `name_2`, a URL or a code stays as it is. */
export function capitalized(text: string): string {
  return /^[a-z]+(?:’s)?(?:[\s,;]|[.:]\s)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** The start of a long text. */
export function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text
}
