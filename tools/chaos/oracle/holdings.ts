import { readMedia, readPages, readPosts, type MediaRow, type PageRow } from '../actors/pages.ts'
import type { World } from '../world.ts'

/** The content of the CMS before the first run, or in the end. */
export type Holdings = { pages: PageRow[]; posts: PageRow[]; media: MediaRow[] }

export async function readHoldings({ server }: World): Promise<Holdings> {
  return { pages: await readPages(server), posts: await readPosts(server), media: await readMedia(server) }
}
