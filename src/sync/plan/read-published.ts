import { recordId } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import { readWhole } from '../runs/readable.ts'

type Deps = Pick<SyncDeps, 'runs' | 'plans' | 'snapshots' | 'failing' | 'policy'>

/**
 * The languages in which a product's page is public, in alphabetical order. With a run: after its plan is carried out,
 * so that pages can link to future ones. None unless PAGE_STATUS is publish.
 */
export async function readPublished(
  deps: Deps,
  runId: string | undefined,
  gtins: readonly string[],
): Promise<(gtin: string) => readonly string[]> {
  const languages = await readLanguages(deps, runId)
  if (deps.policy.pageStatus !== 'publish' || languages.length < 2) return () => []
  const keys = [...new Set(gtins)].flatMap((gtin) => languages.map((language) => ({ gtin, language })))
  // The plan is read first: it stays known until the run ends, whatever is acknowledged meanwhile.
  const kinds = runId === undefined ? [] : await deps.plans.kinds(runId, keys.map(recordId))
  const entries = keys.map((key, index) => ({ key, kind: kinds[index] }))
  const appearing = entries.filter(({ kind }) => kind === 'create' || kind === 'restore')
  const others = entries.filter(({ kind }) => kind === undefined)
  const [failing, heads] = await Promise.all([
    deps.failing.read(appearing.map(({ key }) => key)),
    readWhole(
      others.map(({ key }) => key),
      (some) => deps.snapshots.heads(some),
    ),
  ])
  const published = new Set(entries.filter(({ kind }) => kind === 'update').map(({ key }) => recordId(key)))
  for (const [index, { key }] of appearing.entries())
    // A page that failed repeatedly is linked only once it exists.
    if (failing[index]?.nextTryAt === undefined) published.add(recordId(key))
  for (const [index, { key }] of others.entries())
    if (heads[index]?.state === 'mirrored') published.add(recordId(key))
  return (gtin) => languages.filter((language) => published.has(recordId({ gtin, language })))
}

async function readLanguages(
  { runs, snapshots }: Pick<Deps, 'runs' | 'snapshots'>,
  runId: string | undefined,
): Promise<string[]> {
  const known = await snapshots.languages()
  const run = runId === undefined ? undefined : await runs.read(runId)
  return [...new Set([...known, ...(run?.languages ?? [])])].sort()
}
