import { z } from 'zod'

/** The engine's limit of sub-requests in one call of `/batch/v1`. */
export const maxBatchRequests = 25

export const BatchMethod = z.enum(['POST', 'PUT', 'PATCH', 'DELETE'])
export type BatchMethod = z.infer<typeof BatchMethod>

export const BatchRequest = z.object({
  method: BatchMethod.default('POST'),
  path: z.string(),
  body: z.record(z.string(), z.unknown()).optional(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
})
export type BatchRequest = z.input<typeof BatchRequest>

export const Batch = z.object({
  validation: z.enum(['require-all-validate', 'normal']).default('normal'),
  requests: z.array(BatchRequest).max(maxBatchRequests),
})
export type Batch = z.input<typeof Batch>

/** One sub-response; empty `headers` arrive as a list. */
export const BatchResponse = z.object({
  status: z.int(),
  body: z.unknown(),
  headers: z.union([z.record(z.string(), z.unknown()), z.array(z.never())]).optional(),
})
export type BatchResponse = z.infer<typeof BatchResponse>

export const BatchResult = z.object({
  failed: z.literal('validation').optional(),
  responses: z.array(BatchResponse.nullable()),
})
export type BatchResult = z.infer<typeof BatchResult>
