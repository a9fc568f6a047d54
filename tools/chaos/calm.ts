import { differencesOf } from './oracle/same-end.ts'
import { play, type Played } from './play.ts'
import type { Schedule } from './story/schedule.ts'

/** The same story without kills and injected errors, on a single server with one daemon. */
function withoutTrouble({ redis: _redis, ...schedule }: Schedule): Schedule {
  return {
    ...schedule,
    daemons: 1,
    phases: schedule.phases.map(
      ({ undo, site: _site, broken: _broken, tonight: _tonight, lateFiles: _late, ...phase }) => ({
        ...phase,
        ...(undo !== undefined && { undo: { ...undo, kills: [] } }),
        kills: [],
        faults: [],
      }),
    ),
  }
}

/**
 * Plays a schedule once more without kills and injected errors, and compares the ends. Returns the differences, or the
 * broken promises of the second play. If an edit during a run may fall before a write or after it, each play is judged
 * alone.
 */
export async function compareWithCalm(schedule: Schedule, played: Played, bug?: string): Promise<string[]> {
  if (played.final === undefined) return []
  const calm = await play(withoutTrouble(schedule), bug)
  const faults = calm.violations.map((fault) => `without faults: ${fault}`)
  // What other runs wrote as well is not undone.
  // A change that is reverted after a night may have been gone before it.
  const races = schedule.phases.some(
    ({ during, visits = [], tonight = [], undo, lateFiles }) =>
      // An editor saves a page when the documents are available; in the calm play they are available at once.
      during.length + visits.length + tonight.length > 0 || undo !== undefined || lateFiles !== undefined,
  )
  if (calm.final === undefined || faults.length > 0 || races) return faults
  // After an oddity of the site, the play waits for more runs, which the calm one does not need.
  const shownFiles = schedule.phases.some(({ site = [] }) => site.length > 0)
  return differencesOf(played.final, calm.final, { shownFiles })
}
