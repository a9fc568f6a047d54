import type { Media } from '../record/media.ts'

/** Since when no page shows a file; `runId` is the run that found it so first. */
export type UnusedSince = { since: string; runId: string }

/** A file that no page shows any more. */
export type UnusedMedia = UnusedSince & { media: Media }

/** Every address under which the text of a page may show a file. */
export function addressesOf({ url, large }: Media): string[] {
  return large === undefined ? [url] : [url, large.url]
}

/** The addresses in the markup of a page: of its links and pictures. */
export function addressesIn(markup: string): string[] {
  return [...markup.matchAll(/\b(?:href|src)="([^"]+)"/g)].flatMap(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )
}
