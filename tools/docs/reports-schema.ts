import {
  DecisionsReport,
  ResolveAllReport,
  ResolveRefusal,
  ResolveReport,
} from '../../src/cli/json/decision-reports.ts'
import { PlannedChange, PlanReport } from '../../src/cli/json/plan-report.ts'
import { reports } from '../../src/cli/json/reports.ts'
import { HeldRun, RunReport } from '../../src/cli/json/run-report.ts'
import {
  CheckReport,
  DoctorReport,
  EmptyStatusReport,
  StatusReport,
  UnusedMediaReport,
} from '../../src/cli/json/status-report.ts'
import { ListedRun, RunsReport } from '../../src/cli/json/runs-report.ts'
import { VerifyReport } from '../../src/cli/json/verify-report.ts'
import { shownSchemas } from '../../src/core/views/shown-schemas.ts'
import { toJsonSchemas } from '../../src/lib/json-schemas.ts'

const named = {
  RunReport,
  HeldRun,
  PlanReport,
  PlannedChange,
  VerifyReport,
  RunsReport,
  ListedRun,
  StatusReport,
  EmptyStatusReport,
  CheckReport,
  UnusedMediaReport,
  DecisionsReport,
  ResolveReport,
  ResolveRefusal,
  ResolveAllReport,
  DoctorReport,
  ...shownSchemas,
}

export const reportBase = '#/$defs/'

/** The schemas of what each command prints with `--json`, and those that they refer to. */
export function reportSchemas({ closed = false } = {}) {
  return toJsonSchemas({ named, others: reports }, { base: reportBase, closed })
}

/** Renders `docs/reports.schema.json`. */
export function reportsSchema(): string {
  const commands = Object.keys(reports)
  const schemas = Object.entries(reportSchemas()).map(([name, schema]) => [
    name,
    name in reports ? { title: `product-mirror ${name} --json`, ...schema } : schema,
  ])
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'What the commands of product-mirror print with --json',
    description: `One object; for several mirrors, one per line. $defs has a schema for each command: ${commands.join(', ')}. Later versions may add fields.`,
    anyOf: commands.map((command) => ({ $ref: reportBase + command })),
    $defs: Object.fromEntries(schemas),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
