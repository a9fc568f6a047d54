import { pagesIn } from '../../core/page/links.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Member } from '../../core/render/family/member.ts'
import type { Sibling, Sizes } from '../../core/render/family/sizes.ts'
import type { SyncDeps } from '../deps.ts'
import type { FamilyKey } from '../ports/stored.ts'
import type { Files } from './find-future-drafts.ts'
import { readPlaces, readSite } from './read-places.ts'

/** A larger family is probably a wrong column, and its pages link no other sizes. */
export const mostMembers = 500

const none = (): undefined => undefined

/**
 * The other sizes that records' pages link; with a run, as of its end. Only public pages with a known URL are linked.
 */
export async function readSizes(
  deps: SyncDeps,
  runId: string | undefined,
  keys: readonly RecordKey[],
  files: Files = 'expected',
): Promise<(key: RecordKey) => Sizes | undefined> {
  const { renderer, policy } = deps
  if (renderer.familyBy === undefined || policy.pageStatus !== 'publish') return none
  const ownOf = await readMembers(deps, runId, keys)
  const families = new Map<string, FamilyKey>()
  for (const key of keys) {
    const family = ownOf(key)?.family ?? ''
    if (family !== '') families.set(idOf(key, family), { language: key.language, family })
  }
  if (families.size === 0) return none
  const wanted = [...families.values()]
  const listed = await deps.families.gtins(runId, wanted, mostMembers + 1)
  const inFamily = wanted.map(({ language }, index) => {
    const gtins = listed[index] ?? []
    return gtins.length > mostMembers ? [] : gtins.map((gtin) => ({ gtin, language }))
  })
  const [memberOf, placeOf, site] = await Promise.all([
    readMembers(deps, runId, inFamily.flat()),
    readPlaces(deps, runId, inFamily.flat(), files),
    readSite(deps),
  ])
  const siblingOf = (key: RecordKey, family: string): Sibling[] => {
    const member = memberOf(key)
    const { isPublic, link, slug } = placeOf(key)
    if (member?.family !== family || !isPublic) return []
    const [page] = pagesIn([{ language: key.language, link, slug }], site)
    return page === undefined ? [] : [{ gtin: key.gtin, member, url: page.url }]
  }
  const membersOf = new Map(
    wanted.map(({ language, family }, index) => [
      idOf({ language }, family),
      (inFamily[index] ?? []).flatMap((key) => siblingOf(key, family)),
    ]),
  )
  return (key) => {
    const member = ownOf(key)
    if (member === undefined) return undefined
    const members = membersOf.get(idOf(key, member.family)) ?? []
    const siblings = members.filter(({ gtin }) => gtin !== key.gtin)
    return renderer.sizesOf({ ...key, member }, siblings)
  }
}

/** The GTINs of all members of these products' families, as they are and as a run changes them. */
export async function readRelated(
  deps: SyncDeps,
  runId: string | undefined,
  gtins: readonly string[],
): Promise<string[]> {
  const { families, renderer, snapshots, runs, policy } = deps
  if (renderer.familyBy === undefined || policy.pageStatus !== 'publish') return []
  const run = runId === undefined ? undefined : await runs.read(runId)
  const languages = [...new Set([...(await snapshots.languages()), ...(run?.languages ?? [])])]
  const keys = gtins.flatMap((gtin) => languages.map((language) => ({ gtin, language })))
  const [stored, planned] = await Promise.all([
    families.stored(keys),
    runId === undefined ? [] : families.planned(runId, keys),
  ])
  const wanted = new Map<string, FamilyKey>()
  for (const [index, { language }] of keys.entries())
    for (const family of [stored[index]?.family, planned[index]?.family])
      if (family !== undefined && family !== '') wanted.set(idOf({ language }, family), { language, family })
  const related = await families.gtins(runId, [...wanted.values()], mostMembers + 1)
  return [...new Set(related.flat())]
}

async function readMembers(
  { families }: SyncDeps,
  runId: string | undefined,
  keys: readonly RecordKey[],
): Promise<(key: RecordKey) => Member | undefined> {
  const [stored, planned] = await Promise.all([
    families.stored(keys),
    runId === undefined ? [] : families.planned(runId, keys),
  ])
  const members = new Map(keys.map((key, index) => [recordId(key), planned[index] ?? stored[index]]))
  return (key) => members.get(recordId(key))
}

function idOf({ language }: Pick<RecordKey, 'language'>, family: string): string {
  return `${language}/${family}`
}
