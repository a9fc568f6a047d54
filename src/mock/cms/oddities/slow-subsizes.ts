import type { RestRequest } from '../rest/request.ts'
import type { FileFacts } from '../store/rows.ts'

/** Waits as long as a slow server takes for the sub-sizes that `after` has and `before` lacks. */
export async function waitForSizes(
  { oddities }: RestRequest,
  before: Pick<FileFacts, 'sizes'>,
  after: Pick<FileFacts, 'sizes'>,
): Promise<void> {
  const made = Object.keys(after.sizes).filter((name) => !Object.hasOwn(before.sizes, name))
  for (const _ of made) await oddities.race('slow-subsizes')
}
