/** A code in the one form that both interfaces use: `de_DE` is `de-de`. */
export function toLanguageCode(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', '-')
}
