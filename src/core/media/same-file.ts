import { referenceOf } from '../markup/moved-address.ts'
import type { Media } from '../record/media.ts'

type Addresses = Pick<Media, 'url' | 'large'>

/** Whether the CMS shows an attachment at the addresses that we know. */
export function sameFile(current: Addresses, known: Addresses): boolean {
  return current.url === known.url && current.large?.url === known.large?.url
}

/** Whether a file has other addresses because the whole site, or its folder of uploads, has: all files have then. */
export function movedWithSite(current: Addresses, known: Addresses): boolean {
  return !sameFile(current, known) && referenceOf(current.url) === referenceOf(known.url)
}
