export const problemKindNames = [
  'config',
  'error',
  'cms',
  'partner',
  'interrupted',
  'decision',
  'failing',
  'drift',
] as const
export type ProblemKind = (typeof problemKindNames)[number]

/**
 * The kinds of problems, the most severe first: the documented exit code of `status --check`, the first words there, and
 * whether the mirror does not work or only needs attention.
 */
export const problemKinds = {
  config: { exitCode: 7, head: 'bad configuration', severity: 'bad' },
  error: { exitCode: 1, head: 'error', severity: 'bad' },
  cms: { exitCode: 6, head: 'CMS unusable', severity: 'bad' },
  partner: { exitCode: 5, head: 'partner unusable', severity: 'bad' },
  interrupted: { exitCode: 8, head: 'interrupted', severity: 'bad' },
  decision: { exitCode: 4, head: 'decision needed', severity: 'warn' },
  failing: { exitCode: 3, head: 'records failing', severity: 'warn' },
  drift: { exitCode: 9, head: 'drift', severity: 'warn' },
} as const satisfies Record<ProblemKind, { exitCode: number; head: string; severity: 'bad' | 'warn' }>

/** The exit codes of problems, the most severe first. */
export const problemExitCodes: readonly number[] = Object.values(problemKinds).map(({ exitCode }) => exitCode)
