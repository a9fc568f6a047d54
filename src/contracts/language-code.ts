/** Converts a code to the one form that both interfaces use: `de_DE` to `de-de`. */
export function toLanguageCode(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', '-')
}

/** Converts a typed code. Any other text is unchanged, so that messages quote it. */
export function readLanguageCode(text: string): string {
  return /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i.test(text) ? toLanguageCode(text) : text
}
