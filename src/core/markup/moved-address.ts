const sized = /(?:-\d+x\d+|-scaled)(?=\.(?:jpe?g|png|gif|webp|avif)$)/i
const dated = /\/\d{4}\/\d{2}\/[^/]+$/
/** A mirrored page with the two pages above it: renaming one of these does not mean that the site moved. */
const ofRecord = /(?:\/[^/]+){0,2}\/gtin-\d{13}-[^/]+$/

/** The target of a URL, independent of site moves: an image’s class may name its attachment. */
export function referenceOf(address: string, classes = ''): string {
  const [attachment] = /\bwp-image-\d+/.exec(classes) ?? []
  return attachment ?? placeOfAddress(address)
}

/**
 * A URL without the parts that change when a site moves: the scheme and, for files and mirrored pages, host, folder and
 * image size. A mirrored page keeps the two pages above it. Two URLs of the same file or page give the same result.
 */
function placeOfAddress(address: string): string {
  const url = URL.parse(address.trim(), 'https://site.invalid')
  if (url === null || !/^https?:$/.test(url.protocol)) return address.trim()
  const path = url.pathname.replace(sized, '').replace(/\/$/, '')
  const [own] = ofRecord.exec(path) ?? dated.exec(path) ?? [/\.\w+$/.test(path) ? path : undefined]
  return `${own ?? url.host + path}${url.search}${url.hash}`
}
