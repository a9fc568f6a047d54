import { z } from 'zod'

/** The guards that hold a plan. */
export const Guard = z.enum(['retire', 'update', 'template', 'language', 'recreate', 'lost'])
export type Guard = z.infer<typeof Guard>

/** `limit` and `count` are records. */
const numbers = { count: z.int(), of: z.int(), limit: z.int(), share: z.number() }

/** A guard's verdict with its numbers. */
export const GuardVerdict = z.union([
  z.object({
    guard: z.enum(['retire', 'update']),
    ...numbers,
    /** Records of this plan; `apart`: other records that were updated since the last full run. */
    own: z.int(),
    apart: z.int(),
    maxShare: z.number(),
  }),
  /** The repairs of a verify. */
  z.object({
    guard: z.literal('update'),
    ...numbers,
    create: z.int(),
    rewrite: z.int(),
    maxShare: z.number(),
  }),
  z.object({
    guard: z.literal('template'),
    ...numbers,
    /** Pages without another reason to be written. */
    only: z.int(),
    /** The run writes every page again; no template changed. */
    rewrite: z.boolean(),
  }),
  z.object({ guard: z.literal('recreate'), ...numbers, maxShare: z.number() }),
  z.object({ guard: z.enum(['language', 'lost']), ...numbers, languages: z.array(z.string()) }),
  /** Stored by an earlier version, as a text. */
  z.object({ guard: Guard, ...numbers, text: z.string() }),
])
export type GuardVerdict = z.infer<typeof GuardVerdict>
