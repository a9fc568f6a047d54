import { describe, expect, test } from 'vitest'
import { layerFaults, layerOf } from './layers.ts'

const importing = (path: string, to: string) => [{ path, text: `import type { X } from '${to}'\n` }]

describe('the layers', () => {
  test.each([
    ['contracts, anything of ours', 'src/contracts/x.ts', '../lib/errors.ts'],
    ['lib, anything of ours', 'src/lib/x.ts', '../core/record/record.ts'],
    ['the core, a use case', 'src/core/plan/x.ts', '../../sync/plan/x.ts'],
    ['the core, more of lib than errors', 'src/core/plan/x.ts', '../../lib/logger.ts'],
    ['a use case, an adapter', 'src/sync/plan/x.ts', '../../store/runs/runs.ts'],
    ['a use case, the configuration', 'src/sync/plan/x.ts', '../../../config/daemon.ts'],
    ['an adapter, a use case', 'src/store/runs/x.ts', '../../sync/pages/write-pages.ts'],
    ['an adapter, what use cases get', 'src/cms/x.ts', '../sync/deps.ts'],
    ['an adapter, another adapter', 'src/cms/x.ts', '../partner/base.ts'],
    ['a job, an adapter', 'jobs/x.ts', '../src/store/runs/runs.ts'],
    ['ops, a job', 'src/ops/actions/x.ts', '../../../jobs/queue/queues.ts'],
    ['the bundled server, the core', 'src/mock/cms/x.ts', '../../core/record/record.ts'],
    ['the bundled server, the daemon’s configuration', 'src/mock/x.ts', '../../config/daemon.ts'],
    ['the daemon, the bundled server', 'src/daemon.ts', './mock/app.ts'],
    ['a command, the bundled server', 'src/cli/commands/x.ts', '../../mock/main.ts'],
    ['a command, the dashboard', 'src/cli/output/x.ts', '../../ops/live/live-run.ts'],
    ['the wiring, a command', 'src/mirror/x.ts', '../cli/commands/sync.ts'],
    ['the configuration, a job', 'config/x.ts', '../jobs/queue/queues.ts'],
  ])('forbid %s', (_, path, to) => {
    expect(layerFaults(importing(path, to))).toHaveLength(1)
  })

  test('name the file, its layer and what it imports', () => {
    expect(layerFaults(importing('src/core/plan/x.ts', '../../store/runs/runs.ts'))).toEqual([
      'src/core/plan/x.ts (src/core/) imports src/store/runs/runs.ts',
    ])
  })

  test('let use cases import the type of the store, but not the store', () => {
    const faults = (text: string) => layerFaults([{ path: 'src/sync/plan/x.ts', text }])
    expect(faults(`import type { Stores } from '../../store/stores.ts'\n`)).toEqual([])
    expect(faults(`import { type Stores } from '../../store/stores.ts'\n`)).toHaveLength(1)
    expect(faults(`import { createStores } from '../../store/stores.ts'\n`)).toHaveLength(1)
  })

  test('let the command load the bundled server, but only on demand', () => {
    const faults = (path: string, text: string) => layerFaults([{ path, text }])
    expect(faults('src/cli.ts', `await import('./mock/main.ts')`)).toEqual([])
    expect(faults('src/cli.ts', `import { runMock } from './mock/main.ts'`)).toHaveLength(1)
    expect(faults('src/main.ts', `await import('./mock/main.ts')`)).toHaveLength(1)
    expect(faults('src/core/x.ts', 'await import(name)')).toHaveLength(1)
  })

  test.each([
    'src/x.ts',
    'src/utils/x.ts',
    'src/sync/x.ts',
    'src/sync/other/x.ts',
    'src/ops/x.ts',
    'src/verbs/x.ts',
  ])('have no place for %s', (path) => {
    expect(layerOf(path)).toBeUndefined()
    expect(layerFaults([{ path, text: '' }])).toEqual([`${path} belongs to no layer`])
  })
})

const stages = ['observe', 'collect', 'plan', 'review', 'parents', 'media', 'pages', 'retire', 'finish']
const later = stages.flatMap((stage, index) =>
  stages.slice(index + 1).map((other) => [stage, other] as const),
)
const stageImport = (stage: string, other: string) => importing(`src/sync/${stage}/x.ts`, `../${other}/y.ts`)

describe('the stages', () => {
  test.each(later)('forbid %s to import %s, which comes later', (stage, other) => {
    expect(layerFaults(stageImport(stage, other))).toHaveLength(1)
    expect(layerFaults(stageImport(other, stage))).toEqual([])
  })

  test.each(stages)('let %s import the shared base, which imports none of them', (stage) => {
    const path = `src/sync/${stage}/x.ts`
    for (const base of [
      '../deps.ts',
      '../ports/cms.ts',
      '../runs/finish-run.ts',
      '../../core/plan/decide.ts',
    ])
      expect(layerFaults(importing(path, base))).toEqual([])
    for (const base of ['src/sync/deps.ts', 'src/sync/ports/x.ts', 'src/sync/runs/x.ts'])
      expect(
        layerFaults(importing(base, base.endsWith('deps.ts') ? `./${stage}/y.ts` : `../${stage}/y.ts`)),
      ).toHaveLength(1)
  })

  test.each(['verify', 'undo', 'decisions'])('let %s make a plan, and nothing else', (producer) => {
    const allowed = ['runs', 'observe', 'collect', 'plan']
    for (const stage of allowed) expect(layerFaults(stageImport(producer, stage))).toEqual([])
    for (const stage of stages.filter((one) => !allowed.includes(one)))
      expect(layerFaults(stageImport(producer, stage))).toHaveLength(1)
    for (const stage of stages) expect(layerFaults(stageImport(stage, producer))).toHaveLength(1)
  })
})

describe('the folders of ops', () => {
  test.each([
    ['http', 'actions'],
    ['http', 'pages'],
    ['health', 'metrics'],
    ['live', 'pages/run'],
    ['notices', 'pages/overview'],
    ['actions', 'api'],
    ['api', 'pages/run'],
    ['pages/shared', 'pages/run'],
    ['pages/run', 'api'],
    ['http', '../server.ts'],
  ])('forbid %s to import %s', (from, to) => {
    const target = to.endsWith('.ts') ? to : `../${to}/y.ts`
    const up = from.includes('/') ? '../' : ''
    expect(layerFaults(importing(`src/ops/${from}/x.ts`, up + target))).toHaveLength(1)
  })

  test('let the server wire all of them', () => {
    for (const folder of ['http', 'api', 'actions', 'health', 'metrics', 'live', 'pages/run'])
      expect(layerFaults(importing('src/ops/server.ts', `./${folder}/x.ts`))).toEqual([])
  })
})
