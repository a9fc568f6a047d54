/** A batch body with only its first `applied` sub-requests. Other bodies are unchanged. */
export function prefixOf(body: unknown, applied: number): unknown {
  if (!Buffer.isBuffer(body)) return body
  const batch = readBatch(body)
  if (batch === undefined) return body
  return Buffer.from(JSON.stringify({ ...batch, requests: batch.requests.slice(0, applied) }))
}

/** The number of sub-requests in a body; 0 for other bodies. */
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
