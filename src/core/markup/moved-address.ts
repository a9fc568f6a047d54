const sized = /(?:-\d+x\d+|-scaled)(?=\.(?:jpe?g|png|gif|webp|avif)$)/i
const dated = /\/\d{4}\/\d{2}\/[^/]+$/
/** A mirrored page with the two pages above it: one of these that was renamed is no move of the site. */
const ofRecord = /(?:\/[^/]+){0,2}\/gtin-\d{13}-[^/]+$/

/** The target of an address, independent of moves of the site: an image’s class may name its attachment. */
export function referenceOf(address: string, classes = ''): string {
  const [attachment] = /\bwp-image-\d+/.exec(classes) ?? []
  return attachment ?? placeOfAddress(address)
}

/**
 * An address without what changes when a site moves: scheme and, for files and mirrored pages, host, folder and image
 * size; a mirrored page keeps the two pages above it. Equal for two addresses of the same file or page.
 */
function placeOfAddress(address: string): string {
  const url = URL.parse(address.trim(), 'https://site.invalid')
  if (url === null || !/^https?:$/.test(url.protocol)) return address.trim()
  const path = url.pathname.replace(sized, '').replace(/\/$/, '')
  const [own] = ofRecord.exec(path) ?? dated.exec(path) ?? [/\.\w+$/.test(path) ? path : undefined]
  return `${own ?? url.host + path}${url.search}${url.hash}`
}
