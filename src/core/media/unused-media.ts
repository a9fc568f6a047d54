import type { Media } from '../record/media.ts'

/** The time since which no page shows a file; `runId` is the run that first noticed it. */
export type UnusedSince = { since: string; runId: string }

/** A file that no page shows any more. */
export type UnusedMedia = UnusedSince & { media: Media }

/** Every URL at which the text of a page may show a file. */
export function addressesOf({ url, large }: Media): string[] {
  return large === undefined ? [url] : [url, large.url]
}

/** The URLs of links and images in the markup of a page. */
export function addressesIn(markup: string): string[] {
  return [...markup.matchAll(/\b(?:href|src)="([^"]+)"/g)].flatMap(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )
}
