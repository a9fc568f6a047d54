import { isWaiting, type PageDiff, type Run } from '../../../core/run/run.ts'
import { takeUnique } from '../../http/take-unique.ts'
import type { OpsDeps } from '../../deps.ts'
import { countPart, partsOf } from '../../../core/plan/plan-parts.ts'
import type { ApprovedPart } from '../../../core/plan/approved-parts.ts'
import { countOf, formatCount, formatTime } from '../../../core/text/format.ts'
import { canBeApproved, obstacleHeads, obstaclesOf, shortDigest } from '../../../core/report/plan-approval.ts'
import { describePatterns } from '../../../core/report/plan-patterns.ts'
import { describeInFull, describeRun, notesOf, remedyOf } from '../../../core/report/run-summary.ts'
import { countWritten, isActive } from '../../live/run-report.ts'
import { nameOfField } from '../../../core/merge/page-fields.ts'
import { toFindingReport } from '../../../core/report/findings/finding-report.ts'
import { findingId, subjectOf } from '../../../core/page/finding.ts'
import { nameOfText } from '../../../core/page/page-diff.ts'
import { groupEntries } from './run-breakdown.ts'
import { readRunChanges, type RunChange } from './run-changes.ts'
import type { IndexEntry, RunIndex, What } from './run-index.ts'
import { factsOfRun, summarize } from './run-summary.ts'
import { pageOf } from '../shared/paging.ts'
import { diffField } from '../shared/word-diff.ts'

/** The filter of a run's changes; `why` is the id of a group of reasons, pages count from 1. */
export type RunFilter = {
  what: What | undefined
  language: string | undefined
  why: string | undefined
  page: number
}

const changesAPage = 25
const findingsShown = 200

/** Reads a run's page; `now` in milliseconds. */
export async function readRunPage(
  deps: OpsDeps,
  run: Run,
  { index, filter: wanted, now }: { index: RunIndex; filter: RunFilter; now: number },
  signal: AbortSignal,
) {
  const fitting = index.entries.filter((entry) => fits(entry, wanted))
  const { items, page, pages, shown } = pageOf(fitting, wanted.page, changesAPage)
  const changes = await readRunChanges(deps, run, items, signal)
  const findings = await takeUnique(deps.findings.scan(run.id), { idOf: findingId, limit: findingsShown })
  const waits = isWaiting(run)
  const active = isActive(run)
  return {
    ...summarize(run, now),
    run,
    // The page shows the numbers of a plan below, with links.
    sentence: waits ? describeRun(run) : describeInFull(run),
    remedy: run.failure && remedyOf(run),
    facts: factsOfRun(run, now),
    notes: notesOf(run, deps.place?.id),
    waits,
    obstacles: obstaclesOf(run, deps.place?.id).map(({ kind, text }) => `${obstacleHeads[kind]} ${text}`),
    digest: shortDigest(run),
    parts: waits && run.kind !== 'verify' ? partsOf(run.planned).map((part) => toPart(run, part)) : [],
    patterns: waits && run.summary ? describePatterns(run.summary) : [],
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
        finding: toFindingReport(finding, deps.place?.id),
      })),
    moreFindings: findings.more,
    breakdown: groupEntries(index),
    filter: { ...wanted, page },
    changes: changes.map(toShown),
    shown,
    pages,
    cut: index.cut ? formatCount(index.entries.length) : undefined,
  }
}

/** A part of a plan that may be approved alone, with its size. */
function toPart({ planned }: Run, part: ApprovedPart) {
  const one = { updates: 'update', creates: 'new page', retirements: 'retirement' } as const
  return { part, label: `Approve only ${countOf(countPart(planned, part), one[part])}` }
}

function fits(entry: IndexEntry, { what, language, why }: RunFilter): boolean {
  return (
    (what === undefined || entry.what === what) &&
    (language === undefined || entry.language === language) &&
    (why === undefined || entry.group === why)
  )
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

/** A change with word diffs. */
function toShown({ product, page, at, plainWhy, ...change }: RunChange) {
  return {
    ...change,
    why: plainWhy,
    kept: change.kept.map(nameOfField),
    conflicts: change.conflicts.map(nameOfField),
    at: at && formatTime(at),
    product: product.map(diffField),
    page: page.map(diffField),
  }
}
