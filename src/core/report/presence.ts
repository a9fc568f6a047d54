import type { PageState } from '../page/page-state.ts'
import { staysInPlace, type RetireTo } from '../record/snapshot.ts'
import { formatTime, listNames } from '../text/format.ts'
import { plainWhyOf, type HistoryEntry } from './history.ts'
import { plainText } from './reasons/reason-text.ts'
import { isCalm, stateOf, type StateFacts } from './record-state.ts'

/** A record's facts, the newest entry of its history first, and when the mirror last wrote its page. */
export type PresenceFacts = StateFacts & {
  language: string
  entries: readonly HistoryEntry[]
  writtenAt?: string | undefined
}

/** The status of pages that the mirror creates, and the reason for a record without any other. */
type Otherwise = { pageStatus: string; because: string }

const mostCauses = 2
const mostLanguages = 5

/** A sentence on whether visitors find a product: since when, or why not. `records` are its languages. */
export function describePresence(records: readonly PresenceFacts[], otherwise: Otherwise): string {
  const there: PresenceFacts[] = []
  const missing = new Map<string, PresenceFacts[]>()
  for (const record of records) {
    const because = absenceOf(record, otherwise)
    if (because === undefined) there.push(record)
    else missing.set(because, [...(missing.get(because) ?? []), record])
  }
  // The most severe state first: a failure is the more useful reason than a language without data.
  const causes = [...missing].sort(([, a], [, b]) => severity(b) - severity(a) || b.length - a.length)
  const [[because] = [otherwise.because]] = causes
  if (there.length === 0) {
    const others = causes.length < 2 ? '' : ' The reasons differ between the languages.'
    return `Not there because ${because}.${others}`
  }
  const elsewhere = causes.slice(0, mostCauses).map(([cause, some]) => {
    const languages = some.map(({ language }) => language)
    return ` Not there in ${namesOf(languages)} because ${cause}.`
  })
  return `${appearanceOf(there)}${scopeOf(there.length, records.length)}.${elsewhere.join('')}`
}

/** `severity` of a state is its place among all states. */
function severity(records: readonly PresenceFacts[]): number {
  return records.some((record) => !isCalm(stateOf(record))) ? 1 : 0
}

function scopeOf(count: number, all: number): string {
  if (all === 1) return ''
  return count === all ? `, in all ${all} languages` : `, in ${count} of ${all} languages`
}

function namesOf(languages: readonly string[]): string {
  const rest = languages.length - mostLanguages
  return rest <= 0
    ? listNames(languages)
    : listNames([
        ...languages.slice(0, mostLanguages),
        `${rest} other ${rest === 1 ? 'language' : 'languages'}`,
      ])
}

/** The results with which a page appears. */
const appearing: ReadonlySet<HistoryEntry['result']> = new Set(['created', 'restored'])

/** When the first of these pages appeared, as far as the history reaches. */
function appearanceOf(records: readonly PresenceFacts[]): string {
  const appeared = records.map(({ entries }) => entries.find(({ result }) => appearing.has(result))?.at)
  const times = appeared.filter((time) => time !== undefined).sort()
  // A page without an entry is older than the history.
  if (times[0] !== undefined && times.length === records.length)
    return `On the site since ${formatTime(times[0])}`
  const written = records.flatMap(({ writtenAt = [] }) => writtenAt).sort()
  const last = written.at(-1)
  return last === undefined ? 'On the site' : `On the site, last written on ${formatTime(last)}`
}

/** Why visitors do not find a page, as a clause without a full stop; undefined if they do. */
export function absenceOf(record: PresenceFacts, otherwise: Otherwise): string | undefined {
  const { head, pageState } = record
  if (head === undefined) return withoutStop(missingPage(record) ?? otherwise.because)
  if (head.state === 'retired') return staysInPlace(head) ? undefined : withoutStop(withdrawal(record))
  if (pageState !== undefined && pageState.state !== 'edited') return hiddenPage(pageState)
  if (head.link === undefined && otherwise.pageStatus !== 'publish')
    return `new pages get the status “${otherwise.pageStatus}” (PAGE_STATUS), and no editor has published this one yet`
  return undefined
}

/** Why a record has no page. */
function missingPage({ failing, pending, planned, entries: [last] }: PresenceFacts): string | undefined {
  if (failing !== undefined)
    return `it failed${failing.count > 1 ? ` in ${failing.count} runs in a row` : ''}: ${plainText(failing.reasons)}`
  if (pending?.kind === 'hold')
    return `${pending.by} holds it since ${formatTime(pending.at)}${pending.reason === '' ? '' : `: ${pending.reason}`}`
  if (planned !== undefined) return `run ${planned.runId} plans its page, but has not written it yet`
  const why = last === undefined ? '' : plainWhyOf(last)
  return why === '' ? undefined : `of the result of run ${last?.runId}: ${why}`
}

const withdrawn: Readonly<Record<RetireTo, string>> = {
  draft: 'made its page a draft',
  trash: 'put its page in the trash',
  private: 'made its page private',
  keep: 'kept its page',
  delete: 'deleted its page',
  notice: 'kept its page',
}

function withdrawal({ head, entries }: PresenceFacts): string {
  const last = entries.find(({ result }) => result === 'retired')
  const why = last === undefined ? '' : plainWhyOf(last)
  const effect = head?.retiredTo === undefined ? 'withdrew its page' : withdrawn[head.retiredTo]
  const by = last === undefined ? 'the mirror' : `run ${last.runId}`
  return `${by} ${effect}${why === '' ? '' : `: ${why}`}`
}

function hiddenPage({ state, pageId, since, awaits = [] }: PageState): string {
  const seen = `first seen on ${formatTime(since)}`
  switch (state) {
    case 'trashed':
      return `an editor put page ${pageId} in the trash (${seen})`
    case 'deleted':
      return `an editor deleted page ${pageId} permanently (${seen})`
    case 'draft':
      return awaits.length === 0
        ? `page ${pageId} is still a draft (${seen})`
        : `page ${pageId} waits for ${listNames(awaits)} (${seen})`
    case 'hidden':
    case 'edited':
      return `an editor unpublished page ${pageId} (${seen})`
  }
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, '')
}
