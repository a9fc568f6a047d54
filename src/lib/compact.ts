/** T, with undefined for the fields that it may lack. */
type Loose<T> = { [K in keyof T]: Partial<Pick<T, K>> extends Pick<T, K> ? T[K] | undefined : T[K] }

/** Omits the fields that are undefined. The type of the result is the expected one: `const page: Page = compact({ id, link })`. */
export function compact<T extends object>(fields: NoInfer<Loose<T>>): T
export function compact(fields: object): object {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value
  return kept
}
