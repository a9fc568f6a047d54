import type { EditorAction, Phase, Schedule } from './schedule.ts'

/** Edits after which a page has no place for a notice, or shows an older block again. */
const spoiling: ReadonlySet<EditorAction['do']> = new Set([
  'remove-block',
  'duplicate-group',
  'empty-block',
  'save-stale',
])

/**
 * An eighth of the schedules retire pages with a notice. In these, each page has a place for it, and none is open in the
 * editor, because its retirement would be deferred. A plug-in would rewrite the notice, and a restored backup lacks it.
 */
export function drawNotices(schedule: Schedule): Schedule {
  const { index, engine, restored, workflow } = schedule
  if (index % 8 !== 3 || engine === 'plugin' || restored || workflow) return schedule
  return withNotices(schedule)
}

/** The schedule with pages that are retired with a notice. */
export function withNotices(schedule: Schedule): Schedule {
  const { policy, phases } = schedule
  return { ...schedule, policy: { ...policy, retireTo: 'notice' }, phases: phases.map(withPlaces) }
}

function withPlaces(drawn: Phase): Phase {
  const { visits: _, lateFiles: __, ...phase } = drawn
  const keeps = ({ do: what }: EditorAction): boolean => !spoiling.has(what)
  const { undo } = phase
  return {
    ...phase,
    editors: phase.editors.filter(keeps),
    during: phase.during.filter(keeps),
    ...(undo && { undo: { ...undo, editors: undo.editors.filter(keeps) } }),
  }
}
