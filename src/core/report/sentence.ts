const longest = 200

/** A message as a sentence. */
export function sentenceOf(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`
}

/** The start of a long text. */
export function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text
}
