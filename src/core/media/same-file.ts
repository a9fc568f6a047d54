import type { Media } from '../record/media.ts'

/** Whether the CMS shows an attachment at the addresses that we know. */
export function sameFile(
  current: Pick<Media, 'url' | 'large'>,
  known: Pick<Media, 'url' | 'large'>,
): boolean {
  return current.url === known.url && current.large?.url === known.large?.url
}
