const stepSize = 25

/** Processes new objects in steps. Stored objects are immutable, so a changed one counts as new. */
export type Walk<T extends object> = ReturnType<typeof createWalk<T>>

export function createWalk<T extends object>(
  list: () => readonly T[],
  isCurrent: (thing: T) => boolean = () => true,
) {
  let seen = new WeakSet<T>()
  let queue: readonly T[] = []
  let at = 0

  const unseen = (): T[] => list().filter((thing) => !seen.has(thing))

  return {
    left: (): number => unseen().length,
    /** The next objects, and whether there are more. */
    step(): { things: readonly T[]; more: boolean } {
      if (at >= queue.length) fill()
      const things: T[] = []
      for (let thing = queue[at]; thing !== undefined && things.length < stepSize; thing = queue[++at])
        if (isCurrent(thing)) things.push(thing)
      for (const thing of things) seen.add(thing)
      if (at >= queue.length) fill()
      return { things, more: queue.length > 0 }
    },
    reset(): void {
      seen = new WeakSet()
      queue = []
      at = 0
    },
  }

  function fill(): void {
    queue = unseen()
    at = 0
  }
}
