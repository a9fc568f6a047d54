/** The known name that another is probably a misspelling of, at most two letters away. */
export function closestTo(name: string, known: readonly string[]): string | undefined {
  return [1, 2].flatMap((edits) =>
    known.filter((one) => (edits === 1 || one.length > 3) && isWithin(name, one, edits)),
  )[0]
}

/** Whether so many inserted, dropped, replaced or swapped letters turn one text into the other. */
export function isWithin(a: string, b: string, edits: number): boolean {
  if (a === b) return true
  if (edits === 0) return false
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return isWithin(restOfA, restOfB, edits)
  const swapped = a[0] === b[1] && a[1] === b[0]
  return (
    isWithin(restOfA, restOfB, edits - 1) ||
    isWithin(restOfA, b, edits - 1) ||
    isWithin(a, restOfB, edits - 1) ||
    (swapped && isWithin(a.slice(2), b.slice(2), edits - 1))
  )
}
