/** A batch body with only its first `applied` sub-requests; what is no batch stays as it is. */
export function prefixOf(body: unknown, applied: number): unknown {
  if (!Buffer.isBuffer(body)) return body
  const batch = readBatch(body)
  if (batch === undefined) return body
  return Buffer.from(JSON.stringify({ ...batch, requests: batch.requests.slice(0, applied) }))
}

/** How many sub-requests a body has; 0 for what is no batch. */
export function requestsIn(body: Buffer): number {
  return readBatch(body)?.requests.length ?? 0
}

function readBatch(body: Buffer): { requests: unknown[] } | undefined {
  try {
    const batch: unknown = JSON.parse(body.toString())
    return hasRequests(batch) ? batch : undefined
  } catch {
    return undefined
  }
}

function hasRequests(value: unknown): value is { requests: unknown[] } {
  return typeof value === 'object' && value !== null && 'requests' in value && Array.isArray(value.requests)
}
