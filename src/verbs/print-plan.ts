import type { Change } from '../core/change.ts'
import type { Plans } from '../sync/ports/plans.ts'
import type { Run } from '../sync/run.ts'
import { toPlanLine, toSampleLines } from './held-lines.ts'
import { toPlain } from './plain.ts'
import { toReport } from './report.ts'

export type PlanFormat = 'text' | 'json' | 'markdown'

const pageSize = 500

/** Prints a dry run's plan: each change with its reason, pages that a new template would change, the numbers, and what a guard would hold. */
export async function printPlan(
  plans: Plans,
  run: Run,
  format: PlanFormat,
  out: NodeJS.WritableStream,
): Promise<void> {
  const changes: PlannedChange[] = []
  for (const part of ['write', 'retire'] as const) {
    for (let offset = 0; ; offset += pageSize) {
      const ids = await plans.list(run.id, part, offset, pageSize)
      if (ids.length === 0) break
      const found = await plans.read(run.id, ids)
      changes.push(...found.filter((change) => change !== undefined).map(toPlanned))
    }
  }
  out.write(`${renderPlan(run, changes, format)}\n`)
}

type PlannedChange = {
  gtin: string
  language: string
  kind: Change['kind']
  name?: string
  fields?: string[]
  reason?: string
}

function toPlanned(change: Change): PlannedChange {
  const { gtin, language, kind } = change
  if (kind === 'retire') return { gtin, language, kind, reason: change.reason }
  const { name } = change.product
  return kind === 'update'
    ? { gtin, language, kind, name, fields: change.fields }
    : { gtin, language, kind, name }
}

function renderPlan(run: Run, changes: readonly PlannedChange[], format: PlanFormat): string {
  if (format === 'json') return JSON.stringify({ ...toReport(run), changes })
  const { create, update, restore, retire } = run.planned
  const summary = `${create} to create, ${update} to update, ${restore} to restore, ${retire} to retire; ${run.counts.unchanged} unchanged, ${run.counts.failed} not readable`
  const held = run.guards.map(({ message }) => message)
  if (format === 'markdown') {
    const rows = changes.map(
      ({ gtin, language, kind, ...rest }) =>
        `| ${gtin} | ${language} | ${kind} | ${detailOf(rest).replaceAll('|', '\\|')} |`,
    )
    return [
      `# Plan ${run.id}`,
      '',
      summary,
      ...(rows.length > 0
        ? ['', '| product | language | change | what |', '|---|---|---|---|', ...rows]
        : []),
      ...(held.length > 0 ? ['', ...held.map((message) => `> ${message}`)] : []),
      ...(run.samples.length > 0 ? ['', '```diff', ...toSampleLines(run.samples), '```'] : []),
    ].join('\n')
  }
  const marks = { create: '+', update: '~', restore: '^', retire: '-' }
  const lines = changes.map(
    ({ gtin, language, kind, ...rest }) => `${marks[kind]} ${gtin} ${language.padEnd(6)} ${detailOf(rest)}`,
  )
  return [
    ...lines,
    ...toSampleLines(run.samples),
    `Plan ${run.id}: ${summary}`,
    ...toPlanLine(run),
    ...held.map((message) => `Would be held: ${message}`),
  ].join('\n')
}

function detailOf({ name, fields, reason }: Pick<PlannedChange, 'name' | 'fields' | 'reason'>): string {
  return toPlain(reason ?? [name, fields && `(${fields.join(', ')})`].filter(Boolean).join(' '))
}
