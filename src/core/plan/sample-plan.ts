import { digestOf } from '../text/digest.ts'

/** A planned record, as a sample sees it. */
export type Candidate = {
  id: string
  gtin: string
  /** The keys of its patterns. */
  patterns: readonly string[]
  /** `links`: an update only of links, caused by the added and removed pages (`page`) of its product. */
  role: 'page' | 'links' | 'other'
}

/**
 * The ids of `size` records of a plan, or of all if there are fewer. If `size` allows it, every pattern is represented;
 * otherwise the most frequent ones are. Updates only of links follow the pages that cause them. The result depends only
 * on the records and the seed, not on their order.
 */
export function sampleOf(candidates: readonly Candidate[], size: number, seed: string): string[] {
  const ranked = candidates
    .map((candidate) => ({ candidate, rank: digestOf(`${seed} ${candidate.id}`) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ candidate }) => candidate)
  const plan = {
    pages: byProduct(ranked, 'page'),
    links: byProduct(ranked, 'links'),
    chosen: createChoice(size),
  }
  coverPatterns(plan, ranked)
  const others = ranked.filter(({ role }) => role !== 'links')
  for (const one of others) if (plan.chosen.has(one)) addLinks(plan, one)
  for (const one of others) {
    plan.chosen.add(one)
    addLinks(plan, one)
  }
  for (const one of ranked) plan.chosen.add(one)
  return plan.chosen.ids()
}

type Plan = {
  pages: ReadonlyMap<string, readonly Candidate[]>
  links: ReadonlyMap<string, readonly Candidate[]>
  chosen: ReturnType<typeof createChoice>
}

function byProduct(ranked: readonly Candidate[], of: Candidate['role']): Map<string, Candidate[]> {
  return Map.groupBy(
    ranked.filter(({ role }) => role === of),
    ({ gtin }) => gtin,
  )
}

function createChoice(size: number) {
  const chosen = new Set<Candidate>()
  return {
    has: (one: Candidate): boolean => chosen.has(one),
    room: (): number => size - chosen.size,
    add(one: Candidate): void {
      if (chosen.size < size) chosen.add(one)
    },
    ids: (): string[] => [...chosen].map(({ id }) => id),
  }
}

/** Adds a record of each pattern. Links come first, because the page that causes them has a separate pattern. */
function coverPatterns(plan: Plan, ranked: readonly Candidate[]): void {
  const patterns = patternsIn(ranked)
  const isForLinks = ({ members }: Pattern): boolean => members.every(({ role }) => role === 'links')
  const isEnough = patterns.length <= plan.chosen.room()
  const inOrder = isEnough
    ? [...patterns.filter(isForLinks), ...patterns.filter((pattern) => !isForLinks(pattern))]
    : patterns
  const open = new Set(patterns.map(({ key }) => key))
  for (const { key, members } of inOrder) if (open.has(key)) cover(plan, members, open)
}

type Pattern = { key: string; members: Candidate[] }

/** The most frequent first. */
function patternsIn(ranked: readonly Candidate[]): Pattern[] {
  const found = new Map<string, Pattern>()
  for (const one of ranked)
    for (const key of one.patterns) {
      const pattern = found.get(key) ?? { key, members: [] }
      found.set(key, pattern)
      pattern.members.push(one)
    }
  return [...found.values()].sort((a, b) => b.members.length - a.members.length || (a.key < b.key ? -1 : 1))
}

/**
 * Adds a member of a pattern, and the pages that cause it if every other pattern still fits. Removes their patterns
 * from the open ones.
 */
function cover(plan: Plan, members: readonly Candidate[], open: Set<string>): void {
  const { chosen } = plan
  const ranked = members
    .map((member) => ({ member, missing: causesOf(plan, member).filter((cause) => !chosen.has(cause)) }))
    .sort((a, b) => costOf(a) - costOf(b))
  for (const { member, missing } of ranked.slice(0, 1)) {
    const left = open.difference(new Set([member, ...missing].flatMap(({ patterns }) => patterns)))
    const fits = chosen.room() - 1 - missing.length >= left.size
    for (const one of [member, ...(fits ? missing : [])]) {
      chosen.add(one)
      for (const key of one.patterns) open.delete(key)
    }
  }
}

/** Prefers a record that needs no other page. */
function costOf({ member, missing }: { member: Candidate; missing: readonly Candidate[] }): number {
  return member.role === 'links' ? 1 + missing.length : 0
}

/** The added and removed pages that an update only of links needs. */
function causesOf({ pages }: Plan, { role, gtin }: Candidate): readonly Candidate[] {
  return role === 'links' ? (pages.get(gtin) ?? []) : []
}

/** Adds the links of a product once all pages that cause them are chosen. */
function addLinks(plan: Plan, { role, gtin }: Candidate): void {
  if (role !== 'page') return
  for (const link of plan.links.get(gtin) ?? [])
    if (causesOf(plan, link).every((cause) => plan.chosen.has(cause))) plan.chosen.add(link)
}
