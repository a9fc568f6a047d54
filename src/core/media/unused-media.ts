import { z } from 'zod'
import { Media } from '../record/media.ts'

/** The time since which no page shows a file; `runId` is the run that first noticed it. */
export const UnusedSince = z.strictObject({ since: z.string(), runId: z.string() })
export type UnusedSince = z.infer<typeof UnusedSince>

/** A file that no page shows any more. */
export const UnusedMedia = UnusedSince.extend({ media: Media })
export type UnusedMedia = z.infer<typeof UnusedMedia>

/** Every URL at which the text of a page may show a file. */
export function addressesOf({ url, large, medium }: Media): string[] {
  return [url, ...[large, medium].flatMap((rendition) => rendition?.url ?? [])]
}

/** The URLs of links and images in the markup of a page. */
export function addressesIn(markup: string): string[] {
  return [...markup.matchAll(/\b(?:href|src)="([^"]+)"/g)].flatMap(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )
}
