import type { FileFacts } from '../store/rows.ts'
import type { Oddities } from './oddities.ts'

/** Waits as long as a slow server takes for the sub-sizes that `after` has and `before` lacks. */
export async function waitForSizes(
  { race }: Pick<Oddities, 'race'>,
  before: Pick<FileFacts, 'sizes'>,
  after: Pick<FileFacts, 'sizes'>,
): Promise<void> {
  const made = Object.keys(after.sizes).filter((name) => !Object.hasOwn(before.sizes, name))
  for (const _ of made) await race('slow-subsizes')
}
