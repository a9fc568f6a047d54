/** The singular or plural for a count: `plural(2, 'record')` is `records`, `plural(1, 'is', 'are')` is `is`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many
}
