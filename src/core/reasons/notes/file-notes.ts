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
  /** A firewall rejects raw uploads; `detail` quotes its response. */
  z.strictObject({ code: z.literal('uploads-blocked'), detail: z.string() }),
] as const
