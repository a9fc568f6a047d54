import { plural } from '../../../core/record/plural.ts'
import type { Run } from '../../../core/record/run.ts'
import { formatCount, formatDuration } from '../../http/format.ts'
import { isActive } from '../../live/run-report.ts'

type Tone = 'good' | 'warn' | 'bad' | 'still'

/** Whether all is well, in one sentence, and where to read about what is not. */
export type HealthSummary = { tone: Tone; text: string; links: { label: string; url: string }[] }

/** What the sentence is made from; counts of records, times in milliseconds. */
export type CurrentState = {
  mirrored: number
  languages: number
  /** Newest first. */
  runs: readonly Run[]
  held: number
  failing: number
  conflicts: number
  suspects: number
  drift: number
  /** Held by a person or put back by an undo: their pages stay as they are. */
  kept: number
  /** `kept` are not all of them. */
  moreKept: boolean
  workersRunning: boolean
  scheduled: boolean
  now: number
}

/** Without `text`, another one tells of it, and this one has the link. */
type Trouble = { tone: 'warn' | 'bad'; text: string | undefined; label: string; url: string }

/** A daily run, and two hours. */
const lateAfterMs = 26 * 3_600_000

const ended: ReadonlySet<Run['state']> = new Set(['done', 'partial', 'failed', 'cancelled'])
const lists = new Intl.ListFormat('en', { type: 'conjunction' })

/** Says whether all is well. */
export function summarizeHealth(current: CurrentState): HealthSummary {
  const { mirrored, languages, runs } = current
  const troubles = findTroubles(current)
  if (troubles.length > 0) {
    const bad = troubles.some(({ tone }) => tone === 'bad')
    const text = lists.format(troubles.flatMap((trouble) => trouble.text ?? []))
    return {
      tone: bad ? 'bad' : 'warn',
      text: `${bad ? 'Not all is well' : 'Something waits for you'}: ${text}.`,
      links: troubles.map(({ label, url }) => ({ label, url })),
    }
  }
  if (mirrored === 0 && !runs.some(({ state, kind }) => kind !== 'plan' && ended.has(state))) {
    const why = runs.some(isActive) ? 'the first run is at work' : 'no run has been made'
    return { tone: 'still', text: `Nothing is mirrored yet: ${why}.`, links: [] }
  }
  const { kept, moreKept } = current
  const stays = `${moreKept ? 'more than ' : ''}${sayRecords(kept)} ${plural(kept, 'stays', 'stay')} as ${plural(kept, 'it is', 'they are')}, held or put back by an undo`
  return {
    tone: 'good',
    text: `All is well: ${sayRecords(mirrored)} in ${formatCount(languages)} ${plural(languages, 'language')} ${plural(mirrored, 'is', 'are')} mirrored, ${kept > 0 ? `${stays}, ` : ''}and nothing waits for you.`,
    links: kept > 0 ? [{ label: 'Which stay', url: '/coverage?state=held' }] : [],
  }
}

function findTroubles(current: CurrentState): Trouble[] {
  const { held, conflicts, suspects, drift } = current
  const troubles: (Trouble | undefined)[] = [
    current.workersRunning
      ? undefined
      : {
          tone: 'bad',
          text: 'this process’s workers are not running',
          label: 'What is missing',
          url: '/readyz',
        },
    lastRunTrouble(current),
    lateTrouble(current),
    counted(
      held,
      'warn',
      ['a plan is held until you decide', 'plans are held until you decide'],
      'Held plan',
      '#held',
    ),
    failingTrouble(current),
    counted(conflicts, 'warn', ['1 conflict waits', 'conflicts wait'], 'Conflicts', '#waiting'),
    counted(
      suspects,
      'warn',
      ['1 blanked version waits', 'blanked versions wait'],
      'Blanked versions',
      '#waiting',
    ),
    counted(
      drift,
      'warn',
      ['1 page is not as the mirror left it', 'pages are not as the mirror left them'],
      'Findings',
      '#findings',
    ),
  ]
  return troubles.filter((trouble) => trouble !== undefined)
}

function counted(
  count: number,
  tone: Trouble['tone'],
  [one, many]: readonly [string, string],
  label: string,
  url: string,
): Trouble | undefined {
  if (count === 0) return undefined
  return { tone, text: count === 1 ? one : `${formatCount(count)} ${many}`, label, url }
}

/** The records that the last run left undone are the same ones. */
function failingTrouble({ failing, runs }: CurrentState): Trouble | undefined {
  const trouble = counted(failing, 'warn', ['1 record fails', 'records fail'], 'Failing records', '#failing')
  const last = lastEnded(runs)
  const isTold = last?.state === 'partial' && last.counts.failed === failing
  return trouble && { ...trouble, text: isTold ? undefined : trouble.text }
}

function lastEnded(runs: readonly Run[]): Run | undefined {
  return runs.find(({ state, kind }) => kind !== 'plan' && ended.has(state))
}

function lastRunTrouble({ runs }: CurrentState): Trouble | undefined {
  const last = lastEnded(runs)
  if (last === undefined || last.state === 'done' || last.state === 'cancelled') return undefined
  const url = `/runs/${encodeURIComponent(last.id)}`
  if (last.state === 'partial')
    return {
      tone: 'warn',
      text: `the last run left ${sayRecords(last.counts.failed)} undone`,
      label: `Run ${last.id}`,
      url,
    }
  return { tone: 'bad', text: 'the last run failed', label: `Run ${last.id}`, url }
}

function lateTrouble({ runs, scheduled, now }: CurrentState): Trouble | undefined {
  if (!scheduled || runs.length === 0) return undefined
  const good = runs.find(({ state, kind }) => kind === 'sync' && state === 'done')
  const since = Date.parse((good ?? runs.at(-1))?.finishedAt ?? runs.at(-1)?.createdAt ?? '')
  if (!(now - since > lateAfterMs)) return undefined
  const text = `no run has ended well for ${formatDuration((now - since) / 1000)}`
  return { tone: 'bad', text, label: 'Last runs', url: '#runs' }
}

function sayRecords(count: number): string {
  return `${formatCount(count)} ${plural(count, 'record')}`
}
