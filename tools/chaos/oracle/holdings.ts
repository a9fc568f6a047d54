import {
  readMedia,
  readPages,
  readPosts,
  readTags,
  type MediaRow,
  type PageRow,
  type TagRow,
} from '../actors/pages.ts'
import type { World } from '../world.ts'

/** The content of the CMS before the first run, or in the end. */
export type Holdings = { pages: PageRow[]; posts: PageRow[]; media: MediaRow[]; tags: TagRow[] }

export async function readHoldings({ server }: World): Promise<Holdings> {
  return {
    pages: await readPages(server),
    posts: await readPosts(server),
    media: await readMedia(server),
    tags: server.isMapped ? await readTags(server) : [],
  }
}
