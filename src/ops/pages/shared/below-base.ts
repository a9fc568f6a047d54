/** An attribute that links to another page of the same mirror, up to the first slash of its URL. */
const ownAddress = /(?<=\s(?:href|action|data-events)=")(?=\/(?!\/))/g

/**
 * Puts the links, forms and events of a view below the path of its mirror. Views do not contain that path, so
 * no link can omit it. Values cannot be mistaken for attributes, because they contain no quotes: see
 * `toHtml`.
 */
export function belowBase(html: string, base: string): string {
  return base === '' ? html : html.replace(ownAddress, base)
}
