/** An attribute of a page that leads to another address of the same mirror, up to its first slash. */
const ownAddress = /(?<=\s(?:href|action|data-events)=")(?=\/(?!\/))/g

/**
 * The HTML of a view with its links, forms and events below the path of its mirror. Views know no such path, so that no
 * link can forget it. Values cannot be mistaken for attributes, because they have no quotes: see `toHtml`.
 */
export function belowBase(html: string, base: string): string {
  return base === '' ? html : html.replace(ownAddress, base)
}
