import { z } from 'zod'

/** Counted from 1. */
const Place = z.object({ line: z.number(), column: z.number() })

const Mutant = z.object({
  mutatorName: z.string(),
  replacement: z.string().optional(),
  status: z.string(),
  location: z.object({ start: Place, end: Place }),
})
type Mutant = z.infer<typeof Mutant>

const Report = z.object({
  files: z.record(z.string(), z.object({ source: z.string(), mutants: z.array(Mutant) })),
})

/** One mutant of the source, and the result of the tests with it. */
export type Fault = {
  file: string
  line: number
  /** The line in which it starts, without its indentation. */
  code: string
  /** `original → replacement`, on one line. */
  change: string
  /** `endless`: the tests took too long with it, which can also be caused by a loaded machine. */
  outcome: 'found' | 'endless' | 'unseen'
}

const outcomes: Readonly<Record<string, Fault['outcome']>> = { Killed: 'found', Timeout: 'endless' }

/** The mutants of StrykerJS's JSON report without ignored ones, in the order of the source. */
export function faultsOf(report: unknown): Fault[] {
  return Object.entries(Report.parse(report).files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants
      .filter(({ status }) => status !== 'Ignored')
      .map((mutant) => ({
        file,
        line: mutant.location.start.line,
        code: lines[mutant.location.start.line - 1]?.trim() ?? '',
        change: changeOf(lines, mutant),
        outcome: outcomes[mutant.status] ?? ('unseen' as const),
      }))
      .sort((a, b) => a.line - b.line)
  })
}

function changeOf(lines: readonly string[], { location, replacement, mutatorName }: Mutant): string {
  const { start, end } = location
  const touched = lines.slice(start.line - 1, end.line)
  const last = touched.at(-1)?.slice(0, end.column - 1) ?? ''
  const original = [...touched.slice(0, -1), last].join('\n').slice(start.column - 1)
  return `${oneLine(original)} → ${oneLine(replacement ?? mutatorName)}`
}

function oneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').trim()
}
