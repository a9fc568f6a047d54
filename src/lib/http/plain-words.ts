const longest = 200

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
  '&#039;': "'",
  '&#8217;': '’',
}

/** The beginning of a web page or plain text, on one line and without markup. */
export function plainWords(text: string): string {
  const words = text
    .replaceAll(/<(script|style|head)\b.*?<\/\1>/gis, ' ')
    .replaceAll(/<!--.*?-->/gs, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&[a-z]+;|&#\d+;/gi, (entity) => entities[entity.toLowerCase()] ?? ' ')
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return words.length > longest ? `${words.slice(0, longest - 1).trimEnd()}…` : words
}
