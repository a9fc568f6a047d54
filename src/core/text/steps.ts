/** A calculation that pauses between its steps, so that the caller can let other work continue. */
export type Steps<T> = Generator<undefined, T>

/** The result of a calculation without pauses. */
export function withoutPauses<T>(steps: Steps<T>): T {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}
