import { referenceOf } from '../markup/moved-address.ts'
import type { Media } from '../record/media.ts'

type Addresses = Pick<Media, 'url' | 'large'>

/**
 * Whether the CMS shows an attachment at its known URLs. A `large` rendition that was created after the upload is not
 * known, because pages show the full file.
 */
export function sameFile(current: Addresses, known: Addresses): boolean {
  return current.url === known.url && (known.large === undefined || current.large?.url === known.large.url)
}

/** Whether a file has other URLs because the whole site or its uploads folder moved, which affects all files. */
export function movedWithSite(current: Addresses, known: Addresses): boolean {
  return !sameFile(current, known) && referenceOf(current.url) === referenceOf(known.url)
}
