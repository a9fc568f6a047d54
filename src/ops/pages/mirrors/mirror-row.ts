import { z } from 'zod'
import { countOf } from '../../../core/text/format.ts'
import { describeWork } from '../../../core/report/run-summary.ts'
import { problemKindNames } from '../../../core/views/problem-kinds.ts'
import { lineOfProblem, notStartedText } from '../../../core/views/problem.ts'
import { reasonOf } from '../../../lib/errors.ts'
import type { PlacedMirror } from '../../deps.ts'
import { addressBelow } from '../../http/address-below.ts'
import { withTimeout } from '../../http/with-timeout.ts'
import { isActive } from '../../live/run-report.ts'
import { Fact, nextRunFact, upstreamFacts } from '../overview/overview-facts.ts'
import { paragraphOf } from '../overview/health-summary.ts'
import { readSummary } from '../overview/read-summary.ts'
import { summarize } from '../run/run-summary.ts'
import { Link, runUrl } from '../shared/links.ts'

/** A mirror in the list; without a summary, only its name and why nothing is known. */
export const MirrorRow = z.strictObject({
  id: z.string(),
  url: z.string(),
  health: z.strictObject({
    tone: z.enum(['good', 'warn', 'bad', 'still']),
    text: z.string(),
    problems: z
      .array(z.strictObject({ kind: z.enum(problemKindNames), text: z.string() }))
      .exactOptional()
      .describe('The problems of `status --check --json`, the most severe first.'),
  }),
  summary: z
    .strictObject({
      active: Link.optional(),
      last: z
        .strictObject({ link: Link, state: z.string(), created: z.string(), work: z.string() })
        .optional(),
      next: Fact,
      decisions: Link.optional(),
      held: Link.optional(),
      upstreams: z.array(Fact),
    })
    .exactOptional()
    .describe('As the dashboard shows it. Absent if the mirror cannot be read.'),
})
export type MirrorRow = z.infer<typeof MirrorRow>

/**
 * Reads the row of a mirror, with a time limit so that it does not delay the others. `now` in milliseconds. Its URLs
 * are below `publicPath`.
 */
export async function readMirrorRow(
  { place, deps, fault }: PlacedMirror,
  now: number,
  publicPath = '',
): Promise<MirrorRow> {
  const { id } = place
  const base = publicPath + place.base
  const row = { id, url: `${base}/` }
  if (deps === undefined) return { ...row, health: { tone: 'bad', text: notStartedText(fault) } }
  try {
    const summary = await withTimeout(readSummary(deps, now))
    const { health, list, last, next, undecided, more, held } = summary
    const at = (text: string, url: string): Link => ({ text, url: addressBelow(url, base) })
    const active = list.find(isActive)
    const count = undecided.length
    const shown = last && summarize(last, now)
    return {
      ...row,
      health: {
        tone: health.tone,
        text: paragraphOf(health),
        problems: health.problems.map((problem) => ({
          kind: problem.kind,
          text: lineOfProblem(problem, id),
        })),
      },
      summary: {
        active: active && at(active.id, runUrl(active.id)),
        last: shown &&
          last && {
            link: at(shown.id, runUrl(shown.id)),
            state: shown.shownState,
            created: shown.created,
            work: describeWork(last),
          },
        next: nextRunFact(next, now),
        decisions:
          count === 0
            ? undefined
            : at(`${more ? 'more than ' : ''}${countOf(count, 'record')}`, '/decisions?kind=open'),
        held: held.length === 0 ? undefined : at(countOf(held.length, 'plan'), '/#held'),
        upstreams: upstreamFacts(summary, now),
      },
    }
  } catch (error) {
    return { ...row, health: { tone: 'bad', text: `Its state cannot be read: ${reasonOf(error)}` } }
  }
}
