import type { Phase, Schedule } from './schedule.ts'

const lists = ['kills', 'faults', 'editors', 'during', 'visits', 'partner'] as const

/** Every schedule that is this one with one thing less, the largest things first. */
export function* smaller(schedule: Schedule): Generator<Schedule> {
  const { phases } = schedule
  for (const [index] of phases.entries())
    if (phases.length > 1) yield { ...schedule, phases: phases.filter((_, at) => at !== index) }
  if (schedule.daemons === 2) yield { ...schedule, daemons: 1 }
  const { redis, ...onOne } = schedule
  if (redis !== undefined) yield onOne
  const withPhase = (index: number, phase: Phase): Schedule => ({
    ...schedule,
    phases: phases.map((own, at) => (at === index ? phase : own)),
  })
  for (const [index, phase] of phases.entries()) {
    if (phase.undo !== undefined) {
      const { undo, ...without } = phase
      yield withPhase(index, without)
      for (const kind of ['kills', 'editors'] as const)
        if (undo[kind].length > 0) yield withPhase(index, { ...phase, undo: { ...undo, [kind]: [] } })
    }
    if (phase.wipe) yield withPhase(index, { ...phase, wipe: false })
    for (const kind of ['site', 'tonight', 'broken', 'resyncs', ...lists] as const) {
      const items: readonly unknown[] = phase[kind] ?? []
      if (items.length > 1) yield withPhase(index, { ...phase, [kind]: [] })
      for (const [at] of items.entries())
        yield withPhase(index, { ...phase, [kind]: items.filter((_, other) => other !== at) })
    }
  }
  if (schedule.mapped) {
    const { mapped: _, slugs: named, ...unmapped } = schedule
    // These settings need the map.
    const { publishIf: __, groupBy: ___, ...others } = schedule.policy
    yield { ...unmapped, policy: others }
    if (named) yield { ...unmapped, mapped: true }
  }
  const { policy } = schedule
  for (const setting of ['publishIf', 'familyBy', 'groupBy', 'banner'] as const) {
    const { [setting]: set, ...without } = policy
    if (set !== undefined) yield { ...schedule, policy: without }
  }
  if (schedule.engine !== 'plain') yield { ...schedule, engine: 'plain' }
  const used = phases.flatMap(({ partner, editors, during, visits = [], undo }) => [
    ...partner,
    ...editors,
    ...(undo?.editors ?? []),
    ...during,
    ...visits,
  ])
  const lastProduct = Math.max(0, ...used.flatMap((item) => ('product' in item ? [item.product] : [])))
  const adds = used.some((item) => item.do === 'add')
  for (const gtins of [1, 2, lastProduct + 1, schedule.gtins - 1])
    if (gtins < schedule.gtins && gtins > (adds ? schedule.gtins : lastProduct)) yield { ...schedule, gtins }
  const lastLanguage = Math.max(
    0,
    ...used.flatMap((item) => {
      if ('languages' in item) return item.languages
      return 'language' in item && item.language !== 'all' ? [item.language] : []
    }),
  )
  for (const count of [lastLanguage + 1])
    if (count < schedule.languages.length)
      yield { ...schedule, languages: schedule.languages.slice(0, count) }
}

/** The smallest schedule that still fails, found greedily in at most `tries` plays. */
export async function shrink(
  failing: Schedule,
  fails: (candidate: Schedule) => Promise<boolean>,
  tries: number,
): Promise<{ schedule: Schedule; tried: number }> {
  let schedule = failing
  let tried = 0
  for (let progress = true; progress && tried < tries;) {
    progress = false
    for (const candidate of smaller(schedule)) {
      if (tried++ >= tries) break
      if (!(await fails(candidate))) continue
      schedule = candidate
      progress = true
      break
    }
  }
  return { schedule, tried }
}
