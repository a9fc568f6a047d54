import type { Run } from '../../src/sync/run.ts'

/** A run that has just begun. */
export function runOf(id: string, fields: Partial<Run> = {}): Run {
  return {
    id,
    kind: 'sync',
    trigger: 'cli',
    state: 'planning',
    approved: false,
    scope: {},
    languages: [],
    createdAt: '2026-11-20T04:00:00.000Z',
    counts: {
      records: 0,
      created: 0,
      updated: 0,
      unchanged: 0,
      retired: 0,
      restored: 0,
      kept: 0,
      absent: 0,
      held: 0,
      failed: 0,
    },
    planned: { create: 0, update: 0, restore: 0, retire: 0 },
    media: { uploaded: 0, reused: 0, failed: 0 },
    requests: { partner: 0, cmsReads: 0, cmsBatches: 0, cmsOther: 0 },
    guards: [],
    unknownFields: [],
    notes: [],
    ...fields,
  }
}
