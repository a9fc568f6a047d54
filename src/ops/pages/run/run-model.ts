import { isWaiting, type PageDiff, type Run } from '../../../core/run/run.ts'
import { takeUnique } from '../../http/take-unique.ts'
import type { OpsDeps } from '../../deps.ts'
import { countPart, partsOf } from '../../../core/plan/plan-parts.ts'
import type { ApprovedPart } from '../../../core/plan/approved-parts.ts'
import { countOf, formatCount, formatTime } from '../../../core/text/format.ts'
import { canBeApproved, obstacleHeads, obstaclesOf, shortDigest } from '../../../core/report/plan-approval.ts'
import { describeMore, describePatterns } from '../../../core/report/plan-patterns.ts'
import { describePlan } from '../../../core/report/run-counts.ts'
import { describeInFull, describeRun, notesOf, remedyOf } from '../../../core/report/run-summary.ts'
import { capitalized, sentenceOf } from '../../../core/report/sentence.ts'
import { countWritten, isActive } from '../../live/run-report.ts'
import { toFindingReport } from '../../../core/report/findings/finding-report.ts'
import { findingId, subjectOf, type Finding } from '../../../core/page/finding.ts'
import { nameOfText } from '../../../core/page/page-diff.ts'
import type { ReadIndex } from '../../../sync/views/run-index/read-index.ts'
import { keysAt, selectEntries, type EntryFilter } from '../../../sync/views/run-index/select-entries.ts'
import { describeBreakdown } from './run-breakdown.ts'
import { readRunChanges, type RunChange } from './run-changes.ts'
import { fitToPage } from './fit-to-page.ts'
import { groupChanges, labelOfField } from './run-lines.ts'
import { factsOfRun, summarize } from './run-summary.ts'
import { pageOf } from '../shared/paging.ts'
import { diffField } from '../shared/word-diff.ts'

const changesAPage = 25
/** The approximate length of all changes on a page, in characters. */
const textAPage = 16_000
const mostWithPages = 10
const findingsShown = 200

/** The filter of a run's records and the page of the list, from 1. */
export type RunFilter = EntryFilter & { page: number }

/** `read` is undefined if the run's records are not counted yet; `now` in milliseconds. */
type PageInput = { read: ReadIndex | undefined; filter: RunFilter; now: number }

/** Reads a run's page. */
export async function readRunPage(
  deps: OpsDeps,
  run: Run,
  { read, filter, now }: PageInput,
  signal: AbortSignal,
) {
  const findings = await takeUnique(deps.findings.scan(run.id), { idOf: findingId, limit: findingsShown })
  const waits = isWaiting(run)
  const active = isActive(run)
  const breakdown = read && describeBreakdown(read.index, run.kind)
  return {
    ...summarize(run, now),
    run,
    // The page shows the numbers of a plan below, with links.
    sentence: waits ? describeRun(run) : describeInFull(run),
    remedy: run.failure && remedyOf(run),
    facts: factsOfRun(run, now),
    notes: notesOf(run, deps.place?.id).map(toSentence),
    waits,
    obstacles: obstaclesOf(run, deps.place?.id).map(({ kind, text }) => `${obstacleHeads[kind]} ${text}`),
    digest: shortDigest(run),
    planText: waits ? describePlan(run.planned) : '',
    parts: partsToApprove(run, breakdown),
    patterns: waits && run.summary ? describePatterns(run.summary) : [],
    morePatterns: waits && run.summary ? describeMore(run.summary, run.summary.patterns.length) : undefined,
    may: {
      approve: canBeApproved(run),
      cancel: waits || active,
      undo: !waits && !active && run.kind !== 'plan' && countWritten(run) > 0,
    },
    samples: samplesOf(run.samples),
    findings: findings.items
      .toSorted((a, b) => (findingId(a) < findingId(b) ? -1 : 1))
      .map((finding) => ({
        subject: subjectOf(finding),
        gtin: 'gtin' in finding ? finding.gtin : undefined,
        finding: toShownFinding(finding, deps.place?.id),
      })),
    moreFindings: findings.more,
    isFiltered: Object.entries(filter).some(([name, value]) => name !== 'page' && value !== undefined),
    breakdown,
    filter,
    ...(read && breakdown && (await readRecords(deps, run, { read, breakdown, filter }, signal))),
  }
}

type Breakdown = ReturnType<typeof describeBreakdown>

/** One page of the run's records. */
async function readRecords(
  deps: OpsDeps,
  run: Run,
  {
    read: { index, at, isLate },
    breakdown,
    filter,
  }: { read: ReadIndex; breakdown: Breakdown; filter: RunFilter },
  signal: AbortSignal,
) {
  const { items, page, pages, shown } = pageOf(
    await selectEntries(deps, index, filter),
    filter.page,
    changesAPage,
  )
  const changes = (await readRunChanges(deps, run, keysAt(index, items), signal)).map((change) =>
    items.length <= mostWithPages || change.product.length === 0 ? change : { ...change, page: [] },
  )
  return {
    /** Whether records are listed that the plan does not change. */
    hasOthers:
      isWaiting(run) && breakdown.total > Object.values(run.planned).reduce((sum, count) => sum + count, 0),
    filter: { ...filter, page },
    ...fitToPage(groupChanges(changes, charsFor(changes))),
    fieldNames: new Map(breakdown.fields.map(([field]) => [field, labelOfField(field)])),
    shown,
    pages,
    cut: index.cut ? formatCount(index.count) : undefined,
    readAt: isLate ? formatTime(new Date(at).toISOString()) : undefined,
  }
}

function toShownFinding(finding: Finding, mirror: string | undefined) {
  const { detail, repaired, ...report } = toFindingReport(finding, mirror)
  return {
    ...report,
    detail: toSentence(detail),
    ...(repaired !== undefined && { repaired: toSentence(repaired) }),
  }
}

/** A command at the end would be copied with a full stop. */
const endsWithCommand = /: product-mirror [^.]+$/

/** A note or a finding, which other outputs show behind a label, as a sentence. */
function toSentence(text: string): string {
  return capitalized(endsWithCommand.test(text) ? text : sentenceOf(text))
}

const smallestSample = 10

/** The parts of a plan that may be approved; undefined if only the whole plan may be. */
function partsToApprove(run: Run, breakdown: Breakdown | undefined) {
  const { kind, planned, summary } = run
  const records = Object.values(planned).reduce((sum, count) => sum + count, 0)
  if (!canBeApproved(run) || (kind !== 'sync' && kind !== 'plan') || records < 2) return undefined
  const languages = breakdown === undefined ? [] : countPlanned(breakdown)
  return {
    kinds: partsOf(planned).map((part) => toPart(planned, part)),
    sample: {
      most: records - 1,
      value: Math.min(records - 1, Math.max(smallestSample, summary?.patterns.length ?? 0)),
    },
    languages:
      languages.length < 2
        ? []
        : languages.map(([value, count]) => ({ value, label: `${value} (${formatCount(count)})` })),
    /** Whether a pattern is a part of the plan, in their order. */
    patterns: (summary?.patterns ?? []).map(({ count }) => count < records),
  }
}

const plannedKinds: ReadonlySet<string> = new Set(['create', 'update', 'restore', 'retire'])

/** The planned changes by language, in alphabetical order. */
function countPlanned({ whats, languages }: Breakdown): [language: string, count: number][] {
  return languages
    .map(({ language, counts }): [string, number] => [
      language,
      whats.reduce((sum, { what }, at) => sum + (plannedKinds.has(what) ? (counts[at] ?? 0) : 0), 0),
    ])
    .filter(([, count]) => count > 0)
}

function toPart(planned: Run['planned'], part: ApprovedPart) {
  const one = { updates: 'update', creates: 'new page', retirements: 'retirement' } as const
  return { part, label: `Approve only ${countOf(countPart(planned, part), one[part])}` }
}

/** How many characters of each text a page may show. */
function charsFor(changes: readonly RunChange[]): number {
  const texts = 2 * changes.reduce((sum, { product, page }) => sum + product.length + page.length, 0)
  return Math.max(100, Math.min(4_000, Math.floor(textAPage / Math.max(1, texts))))
}

type Sample = Pick<PageDiff, 'gtin' | 'language' | 'pageId'> & { diffs: ReturnType<typeof diffField>[] }

function samplesOf(samples: readonly PageDiff[]): Sample[] {
  const pages = new Map<number, Sample>()
  for (const { gtin, language, pageId, field, before, after } of samples) {
    const page = pages.get(pageId) ?? { gtin, language, pageId, diffs: [] }
    pages.set(pageId, page)
    page.diffs.push(diffField({ field: nameOfText(field), before, after }))
  }
  return [...pages.values()]
}
