import { plural } from '../../../core/text/plural.ts'
import { countOf } from '../../../core/text/format.ts'
import { describeHealth, healthOf, lastSync, type HealthFacts } from '../../../core/views/health.ts'
import { sentenceOfProblem, viewOfProblem, type ProblemView } from '../../../core/views/problem.ts'
import type { Link } from '../shared/links.ts'

/** The health of a mirror: one sentence, and its problems, the most severe first. */
export type HealthSummary = {
  tone: 'good' | 'warn' | 'bad' | 'still'
  text: string
  problems: (ProblemView & { sentence: string })[]
  /** Records of a healthy mirror that a hold or an undo keeps unchanged. */
  kept?: Link | undefined
}

/** `kept`: records that a hold or an undo keeps unchanged. */
export function summarizeHealth(
  facts: HealthFacts & { mirrored: number },
  kept: { count: number; more: boolean },
): HealthSummary {
  const problems = healthOf(facts).map((problem) => {
    const view = viewOfProblem(problem, facts.now.getTime())
    return { ...view, sentence: sentenceOfProblem(view) }
  })
  if (problems.length > 0) {
    const tone = problems.some(({ severity }) => severity === 'bad') ? 'bad' : 'warn'
    return { tone, text: tone === 'bad' ? 'Problems found' : 'Action needed', problems }
  }
  const health = describeHealth(facts)
  if (facts.mirrored === 0 && lastSync(facts) === undefined)
    return { tone: 'still', text: `${health}.`, problems }
  const some = `${kept.more ? 'More than ' : ''}${countOf(kept.count, 'record')} ${plural(kept.count, 'is', 'are')} held or undone`
  return {
    tone: 'good',
    text: `Healthy: ${health}. No action needed.`,
    problems,
    ...(kept.count > 0 && { kept: { text: some, url: '/coverage?state=held' } }),
  }
}

/** The health in one paragraph. */
export function paragraphOf({ text, problems }: HealthSummary): string {
  if (problems.length === 0) return text
  return [`${text}.`, ...problems.map(({ sentence }) => sentence)].join(' ')
}
