/** A page's query as forms send it: empty fields are left out, and so is `said`, which belongs to the frame. */
export function filledIn(query: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(Object(query)).filter(([name, value]) => value !== '' && name !== 'said'),
  )
}
