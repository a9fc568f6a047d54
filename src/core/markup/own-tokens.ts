/**
 * The class tokens of our parts of a page in a delimiter or tag, each once. The signature of a listing is not a part,
 * because it changes with the text.
 */
export function ownTokens(head: string): string[] {
  return [...new Set(head.match(/\bmirror-(?!says-)[a-z-]+/g))]
}
