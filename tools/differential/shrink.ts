import type { Step } from './step.ts'

/** Whether a shorter sequence still reproduces the class. */
export type Shows = (steps: readonly Step[]) => Promise<boolean>

/**
 * Shortens a sequence that reproduces a class, with at most `tries` plays. First it removes earlier requests, half of
 * them at once, then fewer; then fields of the JSON bodies and parameters of the queries.
 */
export async function shrink(steps: readonly Step[], shows: Shows, tries: number): Promise<readonly Step[]> {
  let left = tries
  const showsStill: Shows = async (shorter) => left-- > 0 && shows(shorter)
  const few = await withFewerSteps(steps, showsStill)
  return withFewerParts(few, showsStill, () => left > 0)
}

async function withFewerSteps(steps: readonly Step[], shows: Shows): Promise<readonly Step[]> {
  let shortest = steps
  for (let size = shortest.length - 1; size > 0; size = Math.floor(size / 2)) {
    for (let from = 0; from + size < shortest.length;) {
      const shorter = shortest.toSpliced(from, size)
      if (await shows(shorter)) shortest = shorter
      else from += size
    }
  }
  return shortest
}

async function withFewerParts(
  steps: readonly Step[],
  shows: Shows,
  may: () => boolean,
): Promise<readonly Step[]> {
  let shortest = steps
  for (let index = 0; may();) {
    const shorter = withoutPart(shortest, index)
    if (shorter === undefined) break
    if (await shows(shorter)) shortest = shorter
    else index++
  }
  return shortest
}

/** Removes one field or parameter. The index counts all requests from the last to the first. */
function withoutPart(steps: readonly Step[], index: number): readonly Step[] | undefined {
  let left = index
  for (const [at, step] of [...steps.entries()].toReversed()) {
    const variants = [...shorterBodies(step), ...shorterQueries(step)]
    const variant = variants[left]
    if (variant !== undefined) return steps.with(at, variant)
    left -= variants.length
  }
  return undefined
}

function shorterBodies(step: Step): Step[] {
  const { body, multipart } = step
  if (multipart !== undefined)
    return multipart.flatMap(({ filename }, index) =>
      filename === undefined ? [{ ...step, multipart: multipart.toSpliced(index, 1) }] : [],
    )
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
  const members = Object.entries(body)
  return members.map((_, index) => ({ ...step, body: Object.fromEntries(members.toSpliced(index, 1)) }))
}

function shorterQueries(step: Step): Step[] {
  const [path = '', query] = step.path.split('?', 2)
  if (query === undefined) return []
  const parameters = query.split('&')
  return parameters.map((_, index) => {
    const rest = parameters.toSpliced(index, 1).join('&')
    return { ...step, path: rest === '' ? path : `${path}?${rest}` }
  })
}
