import { z } from 'zod'

const Counts = z.record(z.string(), z.int())
const perSide = <T extends z.ZodType>(value: T) => z.object({ partner: value, cms: value, site: value })

/** The response of `GET /__mock/stats`: counts since the start, the last reset or `DELETE /__mock/stats`. */
export const MockStats = z.object({
  /** requests by side and `METHOD pattern`, for instance `cms: { "POST /batch/v1": 2 }` */
  requests: perSide(Counts),
  totals: perSide(z.int()),
  /** responses by side and class, `2xx` to `5xx`; `none` if the connection was broken */
  statuses: perSide(Counts),
  /** the highest number of concurrent requests */
  peakInFlight: perSide(z.int()),
  /** calls of the batch route; `sizes` counts by size, `recent` holds the last 1000 sizes in order */
  batches: z.object({ calls: z.int(), subRequests: z.int(), sizes: Counts, recent: z.array(z.int()) }),
  /** write requests that reached the CMS, sub-requests included: `{ "pages.create": 40, "media.update": 1 }` */
  cmsWrites: z.object({ total: z.int(), byKind: Counts }),
  /** requests that a rule hit, by kind */
  faults: Counts,
})
export type MockStats = z.infer<typeof MockStats>

/**
 * The body of `PUT /__mock/products/:gtin/:language`: fields of any JSON type that override the seeded ones. Fields in
 * `$absent` are omitted.
 */
export const ProductPatch = z.looseObject({ $absent: z.array(z.string()).optional() })
export type ProductPatch = z.infer<typeof ProductPatch>
