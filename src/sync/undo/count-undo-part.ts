import { describeUndoPart } from '../../core/report/undo-part.ts'
import { isWrittenBy } from '../../core/plan/undo-part.ts'
import type { Run, UndoPart } from '../../core/run/run.ts'
import { countOf, formatCount } from '../../core/text/format.ts'
import type { SyncDeps } from '../deps.ts'
import { selectOutcomes } from './select-outcomes.ts'

type Counted = { ok: true; planned: Run['planned'] } | { ok: false; fault: string }

export function isWholeUndo({ gtins, languages, fields }: UndoPart): boolean {
  return gtins === undefined && languages === undefined && fields === undefined
}

/** The planned changes of an undo are the opposite of each write; an undone record counts as an update. */
export function plannedFor(counts: Pick<Run['counts'], keyof typeof none>): Run['planned'] {
  const { created, updated, restored, retired, undone } = counts
  return { create: 0, update: updated + undone, restore: retired, retire: created + restored }
}

const none = { created: 0, updated: 0, restored: 0, retired: 0, undone: 0 }

/** The planned changes of an undo of a part; or that the run changed none of it, and what it changed instead. */
export async function countUndoPart(deps: SyncDeps, undoes: string, part: UndoPart): Promise<Counted> {
  const counts = { ...none }
  for await (const outcomes of selectOutcomes(deps, undoes, part))
    for (const { result } of outcomes) if (isResult(result)) counts[result]++
  const planned = plannedFor(counts)
  if (Object.values(planned).some((count) => count > 0)) return { ok: true, planned }
  const wrote = await describeWritten(deps, undoes)
  return { ok: false, fault: `Run ${undoes} changed nothing of ${describeUndoPart(part) ?? ''}. ${wrote}` }
}

function isResult(result: string): result is keyof typeof none {
  return Object.hasOwn(none, result)
}

const mostFields = 20

/** `It wrote 14 pages, in de-de (7), en-gb (7); changed fields: name, price.` */
async function describeWritten(deps: SyncDeps, undoes: string): Promise<string> {
  const languages = new Map<string, number>()
  const fields = new Set<string>()
  for await (const outcomes of deps.runs.scanOutcomes(undoes))
    for (const outcome of outcomes.filter(isWrittenBy)) {
      languages.set(outcome.language, (languages.get(outcome.language) ?? 0) + 1)
      for (const field of outcome.fields ?? []) fields.add(field)
    }
  const total = [...languages.values()].reduce((sum, count) => sum + count, 0)
  const each = [...languages].map(([code, count]) => `${code} (${formatCount(count)})`).sort()
  const names = [...fields].sort().slice(0, mostFields)
  const changed = names.length === 0 ? '' : `; changed fields: ${names.join(', ')}`
  return `It wrote ${countOf(total, 'page')}, in ${each.join(', ')}${changed}.`
}
