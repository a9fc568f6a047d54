import type { PlannedKind } from '../run/change.ts'
import type { GuardVerdict } from '../reasons/guard-verdict.ts'

/** The smallest number of records for which a share may hold a run, so that small mirrors stay usable. */
const smallestLimit = 5

/** A smaller mirror may grow by any share, and change all of its links. */
const fewestForGrowth = 100
const maxLinksShare = 0.5

/** A language's pages in the CMS: the number missing from the stored data, and the number in it. */
export type Unknown = { pages: number; known: number }

export type GuardInput = {
  /** Records whose page was mirrored before this run; 0 on a first sync. */
  mirrored: number
  /**
   * `template`: updates because the template or the labels changed, and those among them without another reason.
   * `languages`: the retirements of each language that is no longer mirrored. `apart`: other records that runs of some
   * products or languages wrote since the last full run. `vanished`: pages that are gone from the CMS and would be
   * created again.
   */
  planned: {
    create: number
    update: number
    restore: number
    retire: number
    template: { pages: number; only: number }
    languages: ReadonlyMap<string, number>
    apart: Readonly<Record<PlannedKind, number>>
    vanished: number
    /** Updates only for links to other pages, and the languages that the mirror gains and loses. */
    links: number
    added: readonly string[]
    removed: readonly string[]
    /** The number of pages that the last full run was to leave; 0 if none has written. */
    size: number
    /** By language: creates whose page already exists. */
    unknown: ReadonlyMap<string, Unknown>
  }
  limits: { maxRetireShare: number; maxUpdateShare: number; maxCreateShare: number }
  /** The run writes every page again, which counts like a new template. */
  rewrite?: boolean | undefined
  /** The schedule started the run. */
  isScheduled?: boolean
}

/**
 * Judges a whole plan before its first write: every verdict holds the run until an operator approves it. A page
 * rewritten only for the template counts for that guard alone, and a page of a language that is no longer mirrored
 * counts for the language guard alone. So one cause has one verdict.
 */
export function judge({
  mirrored,
  planned,
  limits,
  rewrite = false,
  isScheduled = false,
}: GuardInput): GuardVerdict[] {
  const { template, languages, vanished, apart, added, removed } = planned
  const lost = judgeLost({ mirrored, planned, limits })
  // An interrupted run has left pages out that it was allowed to create.
  const more = planned.create - Math.max(0, planned.size - mirrored)
  const isAllowed = planned.size > 0 && more <= limitOf(planned.size, limits.maxCreateShare)
  if (isScheduled && planned.create > 0 && mirrored <= apart.create && !isAllowed) {
    const of = mirrored + planned.create
    lost.push({ guard: 'first', count: planned.create, of, limit: 0, share: planned.create / of })
  }
  // A retired page is part of the mirror again once it is restored.
  const visible = mirrored + planned.restore
  if (visible === 0) return lost
  const ofLanguages = [...languages.values()].reduce((sum, count) => sum + count, 0)
  const verdicts: GuardVerdict[] = [...lost]
  const numbers = (count: number, limit: number, of = mirrored) => ({ count, of, limit, share: count / of })
  const check = (guard: PlannedKind, own: number, maxShare: number, of = mirrored): void => {
    const limit = limitOf(of, maxShare)
    const count = own + apart[guard]
    if (own > 0 && count > limit)
      verdicts.push({ guard, ...numbers(count, limit, of), own, apart: apart[guard], maxShare })
  }
  check('retire', planned.retire - ofLanguages, limits.maxRetireShare)
  check('update', planned.update - template.only, limits.maxUpdateShare)
  check('restore', planned.restore, limits.maxRetireShare, visible)
  const isKnown = [...planned.unknown.values()].reduce((sum, { pages }) => sum + pages, 0)
  if (mirrored >= fewestForGrowth) {
    check('create', more - isKnown, limits.maxCreateShare, Math.max(mirrored, planned.size))
    const mostLinks = limitOf(mirrored, maxLinksShare)
    if (planned.links > mostLinks)
      verdicts.push({
        guard: 'links',
        ...numbers(planned.links, mostLinks),
        maxShare: maxLinksShare,
        added: [...added],
        removed: [...removed],
      })
  }
  if (template.pages > 0)
    verdicts.push({ guard: 'template', ...numbers(template.pages, 0), only: template.only, rewrite })
  const maxShare = limits.maxRetireShare
  const mayVanish = limitOf(visible, maxShare)
  if (vanished > mayVanish)
    verdicts.push({ guard: 'recreate', ...numbers(vanished, mayVanish, visible), maxShare })
  if (ofLanguages > 0) {
    const names = [...languages.keys()].sort()
    verdicts.push({ guard: 'language', ...numbers(ofLanguages, 0), languages: names })
  }
  return verdicts
}

/**
 * Holds a plan if the stored data about its pages is lost: the pages exist, and the plan would create them. A few such
 * pages are bound again without approval if most pages of the language are known.
 */
function judgeLost({
  mirrored,
  planned,
  limits,
}: Pick<GuardInput, 'mirrored' | 'planned' | 'limits'>): GuardVerdict[] {
  const languages = [...planned.unknown].filter(
    ([, { pages, known }]) => pages >= known || pages > limitOf(known, limits.maxRetireShare),
  )
  if (languages.length === 0) return []
  const count = languages.reduce((sum, [, { pages }]) => sum + pages, 0)
  const of = mirrored + count
  const names = languages.map(([language]) => language).sort()
  return [{ guard: 'lost', count, of, limit: 0, share: count / of, languages: names }]
}

/**
 * Judges the repairs of a verify run by the limit for updates. If so many pages are gone or outdated, the CMS may have
 * been restored or emptied, and an operator must check.
 */
export function judgeRepairs(input: {
  mirrored: number
  planned: { create: number; update: number }
  limits: { maxUpdateShare: number }
}): GuardVerdict[] {
  const { mirrored, planned, limits } = input
  const count = planned.create + planned.update
  const limit = limitOf(mirrored, limits.maxUpdateShare)
  if (count <= limit) return []
  const share = count / Math.max(mirrored, 1)
  const { create, update: rewrite } = planned
  const maxShare = limits.maxUpdateShare
  return [{ guard: 'update', count, of: mirrored, limit, share, create, rewrite, maxShare }]
}

/** The most records that a share allows: at least five. */
export function limitOf(mirrored: number, maxShare: number): number {
  // 100 × 0.29 is 28.999… in floating point, but 29% of 100 pages are 29.
  return Math.max(smallestLimit, Math.floor(mirrored * maxShare + 1e-6))
}
