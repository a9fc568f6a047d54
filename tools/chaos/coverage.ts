import type { Played } from './play.ts'
import type { Schedule } from './story/schedule.ts'

/** How often each thing really happened, over all schedules. */
export function createCoverage() {
  const counts = {
    kills: new Map<string, number>(),
    faults: new Map<string, number>(),
    actions: new Map<string, number>(),
    changes: new Map<string, number>(),
    others: new Map<string, number>(),
  }
  const add = (kind: keyof typeof counts, name: string, by = 1): void =>
    void counts[kind].set(name, (counts[kind].get(name) ?? 0) + by)
  let fired = 0

  return {
    note(
      { phases, policy, engine, daemons, redis, signed, workflow, restored, mapped, slugs }: Schedule,
      played: Played,
    ): void {
      fired += played.fired.length
      for (const { hit, at, of } of played.fired) add('kills', `${hit} ${at}${of === 'any' ? '' : ` ${of}`}`)
      for (const [kind, count] of Object.entries(played.faults)) add('faults', kind, count)
      for (const action of played.actions)
        add('actions', action.ok ? action.do : `${action.do} (not possible)`)
      for (const { partner, wipe, site = [], tonight = [], broken = [], ...phase } of phases) {
        for (const change of partner) add('changes', change.do)
        for (const change of tonight) add('changes', `${change.do} for one night`)
        for (const { odd } of site) add('faults', `page ${odd}`)
        if (broken.length > 0) add('faults', 'products that always fail', broken.length)
        if (phase.down) add('faults', 'partner down for a whole run')
        if (phase.downHeld) add('faults', 'partner down while a plan is held')
        if (phase.lateFiles) add('faults', 'documents that come later')
        if (wipe) add('others', 'Redis wiped and rebuilt')
      }
      for (const { ok } of played.undos) add('actions', ok ? 'undo' : 'undo (not possible)')
      for (const { state } of played.runs) add('others', `run ${state}`)
      add('others', `RETIRE_TO=${policy.retireTo}`)
      add('others', `ON_EDIT=${policy.onEdit}`)
      if (policy.onSlugTaken === 'adopt') add('others', 'ON_SLUG_TAKEN=adopt')
      add('others', `engine ${engine}`)
      if (redis !== undefined) add('others', 'on a cluster')
      if (signed !== undefined) add('others', 'signed links to files')
      if (restored) add('others', 'CMS restored from a backup')
      if (workflow) add('others', 'statuses of a plugin')
      if (mapped) add('others', slugs ? 'a map that names slugs' : 'a map')
      const { publishIf, familyBy, groupBy } = policy
      if (publishIf !== undefined) add('others', `publish_if: ${publishIf}`)
      if (familyBy !== undefined) add('others', `FAMILY_BY=${familyBy}`)
      if (groupBy !== undefined) add('others', `LISTING_GROUP_BY=${groupBy}`)
      if (policy.banner) add('others', 'BANNER=show')
      if (daemons === 2) add('others', 'two daemons')
      add('others', 'daemon starts', played.daemonStarts)
      add('others', 'Redis restarts', played.redisRestarts)
    },
    fired: () => fired,
    /** The coverage, a line for each kind. */
    table(): string {
      const lines = Object.entries(counts).map(([kind, names]) => {
        const sorted = [...names].sort(([one], [other]) => (one < other ? -1 : 1))
        const total = kind === 'others' ? '' : ` ${sorted.reduce((sum, [, count]) => sum + count, 0)}`
        return `${kind}${total}\n${sorted.map(([name, count]) => `  ${String(count).padStart(6)} ${name}`).join('\n')}`
      })
      return lines.join('\n')
    },
  }
}
