import type { EditorAction, PartnerChange, Phase, Schedule } from './schedule.ts'

const lostReply = { side: 'cms', method: 'POST', path: '/batch/v1', kind: 'reset-after' } as const

/**
 * Half of the schedules with a map name the slugs of new pages by it. In these, every change of a product renames it, and
 * the reply to a batch of creates is lost. An editor's page at such a slug would need the product's name.
 */
export function drawSlugs(schedule: Schedule): Schedule {
  const { mapped, index, phases } = schedule
  if (!mapped || index % 8 !== 5 || phases.some(hasForeign)) return schedule
  const isLost = phases.some(({ wipe }) => wipe)
  return { ...schedule, slugs: true, phases: phases.map((phase, at) => drawPhase(phase, at, isLost)) }
}

function hasForeign({ editors, during }: Phase): boolean {
  return [...editors, ...during].some(({ do: what }) => what === 'foreign')
}

/** Once Redis is lost, nothing identifies a page without its block whose product was renamed. */
function drawPhase(phase: Phase, at: number, isLost: boolean): Phase {
  const keeps = ({ do: what }: EditorAction): boolean => !isLost || what !== 'remove-block'
  const losesReply = at === 0 && phase.faults.length === 0
  return {
    ...phase,
    partner: phase.partner.map(withName),
    editors: phase.editors.filter(keeps),
    during: phase.during.filter(keeps),
    ...(losesReply && { faults: [{ ...lostReply, after: 1, count: 1 }] }),
  }
}

function withName(change: PartnerChange): PartnerChange {
  if (change.do !== 'change' || change.fields.includes('name')) return change
  return { ...change, fields: [...change.fields, 'name'] }
}
