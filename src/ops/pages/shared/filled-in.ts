/** A page's query without empty fields, as forms send them, and without `flash`, which belongs to the frame. */
export function filledIn(query: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(Object(query)).filter(([name, value]) => value !== '' && name !== 'flash'),
  )
}
