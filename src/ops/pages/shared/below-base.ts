/** An attribute with an absolute path of this server, up to the first slash of its URL. */
const ownAddress = /(?<=\s(?:href|src|action|formaction|data-events)=")(?=\/(?!\/))/g

/**
 * Puts the links, forms and events of a view below the path of its mirror, and those of a page below the public path
 * of the dashboard. Views do not contain these paths, so no link can omit them. Values cannot be mistaken for attributes, because they contain no quotes: see
 * `toHtml`.
 */
export function belowBase(html: string, base: string): string {
  return base === '' ? html : html.replace(ownAddress, () => base)
}
