/** A code in the one form that both interfaces use: `de_DE` is `de-de`. */
export function toLanguageCode(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', '-')
}

/** The same of what an operator typed; anything but a code stays as it is, so that messages quote it. */
export function readLanguageCode(text: string): string {
  return /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i.test(text) ? toLanguageCode(text) : text
}
