import { z } from 'zod'

const count = z.int()
/** `fault`: a file with the reason; `others`: files with the same reason; `more`: how many others are not named. */
const files = { fault: z.string(), others: z.array(z.string()), more: count }

/** Notes about files. */
export const fileNotes = [
  z.strictObject({ code: z.literal('media-omitted'), ...files }),
  /** Pages show an earlier version of these files. */
  z.strictObject({ code: z.literal('media-kept'), ...files }),
  /** The files are used in spite of an oddity. */
  z.strictObject({ code: z.literal('media-odd'), ...files }),
  /** No server sent these files; `example`: one of them with the reason. */
  z.strictObject({ code: z.literal('media-unfetched'), count, example: z.string().exactOptional() }),
  z.strictObject({ code: z.literal('media-unused'), count }),
  z.strictObject({ code: z.literal('media-trashed'), count }),
  /** The CMS has no trash for files. */
  z.strictObject({ code: z.literal('media-no-trash'), count }),
  /** Smaller sizes that the CMS could not create in several runs; `example`: a file with the reason. */
  z.strictObject({ code: z.literal('sizes-failed'), count, example: z.string() }),
  /** Smaller sizes left to the next run; `detail`: why the run stopped, or a file with its failure. */
  z.strictObject({
    code: z.literal('sizes-waiting'),
    count,
    created: count,
    detail: z.string().exactOptional(),
  }),
  /** A firewall rejects raw uploads; `detail` quotes its response. */
  z.strictObject({ code: z.literal('uploads-blocked'), detail: z.string() }),
] as const
