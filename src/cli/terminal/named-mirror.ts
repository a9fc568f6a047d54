/** Global like the secrets that outputs hide, because a command runs for one mirror at a time. */
let mirror: string | undefined

/** From now on, printed commands name this one of several mirrors, and JSON objects start with it. */
export function printFor(id: string | undefined): void {
  mirror = id
}

/** The one of several mirrors that printed commands name. */
export function namedMirror(): string | undefined {
  return mirror
}
