import { newRun, type Run } from '../../../src/core/run/run.ts'

/** A run that has just started. */
export function runOf(id: string, fields: Partial<Run> = {}): Run {
  return newRun({
    id,
    kind: 'sync',
    trigger: 'cli',
    approved: false,
    scope: {},
    createdAt: '2026-11-20T04:00:00.000Z',
    ...fields,
  })
}
