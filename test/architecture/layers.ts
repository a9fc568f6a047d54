import { importsOf, type Import } from './imports.ts'
import type { SourceFile } from './source-files.ts'

const below = ['src/core/', 'src/contracts/', 'src/lib/']
const adapter = ['src/sync/ports/', ...below]

/** Use cases import only the type of the store, so that each of its methods is declared in one place. */
const useCase = ['type src/store/stores.ts', 'src/sync/deps.ts', ...adapter]
/** The base that every stage may import. */
const stageBase = ['src/sync/runs/', 'src/sync/batches/', ...useCase]
/** The stages in the order of the pipeline: each may import those before it. */
const stages = ['observe', 'collect', 'plan', 'review', 'parents', 'media', 'pages', 'retire', 'finish']
/** Other sources of a plan; they end before the review. */
const producers = ['verify', 'undo', 'decisions']
const folderOf = (stage: string) => `src/sync/${stage}/`
const untilPlan = stages.slice(0, stages.indexOf('review')).map(folderOf)

/** Readers for all surfaces. */
const views = 'src/sync/views/'
const opsBase = ['src/sync/', 'src/ops/http/', 'src/ops/deps.ts', 'src/ops/assets.ts', ...below]
const opsPage = [
  'src/ops/actions/',
  'src/ops/health/',
  'src/ops/live/',
  'src/ops/notices/',
  'src/ops/pages/shared/',
  ...opsBase,
]
const wired = ['jobs/', 'config/', 'src/partner/', 'src/cms/', 'src/store/', 'src/sync/', ...below]

/**
 * The layers, each a folder (ending in a slash) or one file, with the layers that it may import in addition to itself and
 * packages. A file belongs to the longest name that fits it. `type …`: only by `import type`.
 */
const layers: Readonly<Record<string, readonly string[]>> = {
  'src/contracts/': [],
  'src/lib/': [],
  'src/core/': ['src/contracts/', 'src/lib/compact.ts', 'src/lib/errors.ts', 'src/lib/text/one-line.ts'],
  'src/sync/ports/': below,
  'src/sync/deps.ts': useCase,
  'src/sync/runs/': useCase,
  [views]: ['src/sync/runs/', ...useCase],
  'src/sync/batches/': useCase,
  ...Object.fromEntries(
    stages.map((stage, index) => [folderOf(stage), [...stages.slice(0, index).map(folderOf), ...stageBase]]),
  ),
  ...Object.fromEntries(producers.map((one) => [folderOf(one), [...untilPlan, ...stageBase, views]])),
  'src/partner/': adapter,
  'src/cms/': adapter,
  'src/store/': adapter,
  'src/ops/deps.ts': ['src/sync/', ...below],
  'src/ops/assets.ts': below,
  'src/ops/http/': opsBase,
  'src/ops/health/': opsBase,
  'src/ops/live/': opsBase,
  'src/ops/notices/': ['src/ops/live/', ...opsBase],
  'src/ops/metrics/': ['src/ops/health/', 'src/ops/live/', ...opsBase],
  'src/ops/actions/': opsBase,
  'src/ops/api/': ['src/ops/actions/', 'src/ops/live/', ...opsBase],
  'src/ops/pages/': opsPage,
  'src/ops/pages/shared/': opsPage,
  'src/ops/reference/': ['src/ops/', ...adapter],
  'src/ops/app.ts': opsPage,
  'src/ops/mirror-routes.ts': ['src/ops/', ...below],
  'src/ops/server.ts': ['src/ops/', ...below],
  'src/mock/': ['src/mock/contracts/', 'src/contracts/', 'src/lib/', 'config/mock.ts'],
  'src/mock/contracts/': ['src/contracts/', 'src/lib/'],
  'jobs/queue/': ['src/sync/', ...below],
  'jobs/clocks/': ['jobs/queue/', ...below],
  'jobs/': ['jobs/queue/', 'jobs/clocks/', 'src/sync/', ...below],
  'config/mock.ts': ['src/mock/contracts/', 'src/contracts/', 'src/lib/', 'config/'],
  'config/mock-types.ts': ['src/mock/contracts/', 'src/core/text/', 'src/lib/', 'config/'],
  'config/': ['src/core/text/', 'src/core/mapping/', 'src/core/render/', 'src/contracts/', 'src/lib/'],
  'src/mirror/': ['src/ops/notices/', 'src/ops/deps.ts', ...wired],
  'src/daemon.ts': [
    'src/mirror/',
    'src/ops/deps.ts',
    'src/ops/server.ts',
    'src/ops/http/listening.ts',
    ...wired,
  ],
  // Doctor judges the dashboard's address as the start of the daemon does.
  'src/cli/': ['src/main.ts', 'src/mirror/', 'src/daemon.ts', 'src/ops/http/listening.ts', ...wired],
  'src/main.ts': ['src/daemon.ts', 'config/', 'src/lib/'],
  'src/cli.ts': ['src/cli/', 'config/', 'src/lib/'],
}

/** Views and assets are read by path, not imported. */
const unlayered = /^src\/ops\/(?:views|assets)\//

/** The only import of the bundled server: its command, loaded on demand. */
const isMockCommand = ({ from, to, dynamic }: Import): boolean =>
  from === 'src/cli.ts' && to === 'src/mock/main.ts' && dynamic

/** The layer of a file, or undefined if none is defined. */
export function layerOf(path: string): string | undefined {
  return Object.keys(layers)
    .filter((layer) => holds(layer, path))
    .sort((one, other) => other.length - one.length)[0]
}

/** Imports that go up or sideways, and files that belong to no layer. */
export function layerFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    if (unlayered.test(file.path)) return []
    const layer = layerOf(file.path)
    if (layer === undefined) return [`${file.path} belongs to no layer`]
    return importsOf(file)
      .filter((one) => !isAllowed(layer, one))
      .map(({ to }) => `${file.path} (${layer}) imports ${to}`)
  })
}

function isAllowed(layer: string, one: Import): boolean {
  if (!one.own) return one.to !== 'something computed'
  if (layerOf(one.to) === layer || isMockCommand(one)) return true
  return (layers[layer] ?? []).some((place) => {
    const [, typed] = /^type (.*)/.exec(place) ?? []
    return typed === undefined ? holds(place, one.to) : one.typeOnly && holds(typed, one.to)
  })
}

function holds(place: string, path: string): boolean {
  return place.endsWith('/') ? path.startsWith(place) : path === place
}
