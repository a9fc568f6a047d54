import type { SyncDeps } from '../deps.ts'

/** The ids of the known language pages by language. */
export async function languageParents(deps: SyncDeps): Promise<Record<string, number>> {
  const prefix = `${deps.policy.rootSlug}/`
  const known = Object.entries(await deps.parents.read()).filter(([path]) => path.startsWith(prefix))
  return Object.fromEntries(known.map(([path, id]) => [path.slice(prefix.length), id]))
}
