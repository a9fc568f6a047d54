/** A batch body with only its first `applied` sub-requests; what is no batch stays as it is. */
export function prefixOf(body: unknown, applied: number): unknown {
  if (!Buffer.isBuffer(body)) return body
  try {
    const batch: unknown = JSON.parse(body.toString())
    if (!hasRequests(batch)) return body
    return Buffer.from(JSON.stringify({ ...batch, requests: batch.requests.slice(0, applied) }))
  } catch {
    return body
  }
}

function hasRequests(value: unknown): value is { requests: unknown[] } {
  return typeof value === 'object' && value !== null && 'requests' in value && Array.isArray(value.requests)
}
