import type { GuardVerdict } from '../reasons/guard-verdict.ts'
import { plural } from '../text/plural.ts'
import { recordId } from '../record/record.ts'
import type { Run } from '../run/run.ts'
import { countOf, formatCount, formatPercent } from '../text/format.ts'
import { commandClause, commandText } from '../reasons/command.ts'
import { planCommands } from '../run/plan-commands.ts'

/** Whether the plan still waits (`would`), or its run has continued or ended (`was`). */
type Tense = 'would' | 'was'

/** A guard's verdict as sentences: its numbers, the limit and what to check. */
export function guardText(verdict: GuardVerdict, tense: Tense, mirror: string | undefined): string {
  const would = tense === 'would' ? 'Would' : 'The plan was to'
  if ('text' in verdict) return verdict.text
  const { count, of } = verdict
  switch (verdict.guard) {
    case 'retire':
      return `${would} retire ${verdict.own} of ${of} pages${othersOf(verdict)} (${numbersOf(verdict)}). Check that the catalogue and the language list are complete.`
    case 'update':
      if ('own' in verdict)
        return `${would} update ${verdict.own} of ${of} pages${othersOf(verdict)} (${numbersOf(verdict)}). Check the partner’s data.`
      return `${would} recreate ${verdict.create} ${plural(verdict.create, 'page')} and rewrite ${verdict.rewrite}, together ${formatPercent(verdict.share)} of ${of} (${limitOf(verdict)}). Was the CMS restored from a backup or emptied?`
    case 'create':
      return `${would} create ${verdict.own} ${plural(verdict.own, 'page')} in a mirror of ${of}${othersOf(verdict)} (${numbersOf(verdict)}). Check the catalogue and the language list.`
    case 'restore':
      return `${would} publish ${verdict.own} retired ${plural(verdict.own, 'page')} again, of ${of}${othersOf(verdict)} (${numbersOf(verdict)}). Check the catalogue and the language list.`
    case 'first':
      return `${would} create ${firstOf(verdict)}. The schedule fills no empty mirror without approval.`
    case 'template': {
      const pages = `${count} of ${of} ${plural(of, 'page')}`
      return verdict.rewrite
        ? `${would} write ${pages} because every page is to be written again, ${onlyOf(verdict)}.`
        : `${would} write ${pages} because the template or the labels changed, ${onlyOf(verdict)}. The run’s report shows samples before and after.`
    }
    case 'recreate':
      return `${would} create ${count} of ${of} pages again that are gone from the CMS (${numbersOf(verdict)}). Was the CMS restored from a backup or emptied, or may its user no longer see them?`
    case 'links':
      return `${would} change only the links to other pages on ${count} of ${of} pages (${numbersOf(verdict)})${linksText(verdict)}`
    case 'language':
      return `${would} retire ${count} of ${of} ${plural(of, 'page')}: the partner does not list ${verdict.languages.join(', ')}, or LANGUAGES does not name it. Check the partner’s language list, and LANGUAGES.`
    case 'values':
      return valuesText(verdict, mirror)
    case 'lost':
      return `Redis does not know at least ${count} mirrored ${plural(count, 'page that exists', 'pages that exist')} in the CMS (${verdict.languages.join(', ')}): its data is lost, wholly or in part. Run ${commandText({ argv: ['rebuild'] }, mirror)} first: it restores the data from the pages and writes nothing to the CMS.`
  }
}

/** A guard's verdict of a run, with the command that approves the plan. */
export function guardMessage(
  verdict: GuardVerdict,
  run: Pick<Run, 'id'>,
  mirror: string | undefined,
): string {
  return `${guardText(verdict, 'would', mirror)} ${commandClause(planCommands(run).approve, mirror)}`
}

function firstOf({ count, of }: { count: number; of: number }): string {
  return count === of
    ? `the first ${countOf(count, 'page')} of an empty mirror`
    : `${countOf(count, 'page')} in a mirror of ${formatCount(of - count)} that no full run has filled yet`
}

/** The cause of changed links, and the remedy, after the numbers. */
function linksText({ added, removed }: Extract<GuardVerdict, { guard: 'links'; added: string[] }>): string {
  const causes = [
    ...(added.length > 0 ? [`gains ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`loses ${removed.join(', ')}`] : []),
  ]
  const lists = 'LANGUAGES and the partner’s language list'
  if (causes.length === 0) return `. Nothing else changes on these pages. Check ${lists}.`
  return `, because the mirror ${causes.join(' and ')}, and every page links the other languages of its product. Nothing else changes on these pages. If this is a mistake, correct ${lists}.`
}

type OfValues = Extract<GuardVerdict, { field: string }>

const findings = { outliers: 'break a rule', emptied: 'become empty', changed: 'change' } as const

function valuesText(verdict: OfValues, mirror: string | undefined): string {
  const { rule, field, count, of, limit, maxShare, share, apart = 0 } = verdict
  const records = `${formatCount(count)} of ${countOf(of, 'record')}`
  const others = apart === 0 ? '' : `, in ${formatCount(apart)} of them since the last full run`
  const numbers = `${formatPercent(share)}, limit ${countOf(limit, 'record')} or ${formatPercent(maxShare)}`
  const found = `Values of ${field} ${findings[rule]} in ${records}${others} (${numbers}): ${examplesOf(verdict)}. Check the partner’s data.`
  if (rule !== 'outliers') return found
  const accept = commandText({ argv: ['resolve', '--all', 'accept', '--kind', 'values'] }, mirror)
  return `${found} These records stay held even if the plan is approved. To accept their values, run ${accept} first.`
}

/** `4026639012340/de-de 405.91 → 4.06, …` */
function examplesOf({ examples, count }: OfValues): string {
  const shown = examples.map(
    ({ before, after, ...key }) => `${recordId(key)} ${before || 'empty'} → ${after || 'empty'}`,
  )
  return [...shown, ...(count > shown.length ? ['…'] : [])].join(', ')
}

/** `40.0 %, limit 51 pages or 5.0 %` */
function numbersOf(verdict: { share: number; limit: number; maxShare: number }): string {
  return `${formatPercent(verdict.share)}, ${limitOf(verdict)}`
}

function othersOf({ apart }: { apart: number }): string {
  return apart === 0 ? '' : `, after ${apart} others since the last full run`
}

function limitOf({ limit, maxShare }: { limit: number; maxShare: number }): string {
  return `limit ${limit} pages or ${formatPercent(maxShare)}`
}

function onlyOf({ count, only }: Extract<GuardVerdict, { only: number }>): string {
  if (only === count) return plural(count, 'for no other reason', 'all of them for no other reason')
  return `${only === 0 ? 'none' : only} of them for no other reason`
}
