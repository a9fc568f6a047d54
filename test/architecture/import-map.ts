import { importsOf, type Import } from './imports.ts'
import type { SourceFile } from './source-files.ts'

/** The areas of the project, most particular first; a file belongs to the first that fits. */
const areas = {
  'src/contracts': /^src\/contracts\//,
  'src/lib': /^src\/lib\//,
  'src/core': /^src\/core\//,
  'src/sync': /^src\/sync\//,
  'src/partner': /^src\/partner\//,
  'src/cms': /^src\/cms\//,
  'src/store': /^src\/store\//,
  'src/ops': /^src\/ops\//,
  'src/mock': /^src\/mock\//,
  jobs: /^jobs\//,
  config: /^config\//,
  roots: /^src\/(?:verbs\/[^/]+|main|cli|mirror|daemon)\.ts$|^src\/verbs\//,
} as const
export type Area = keyof typeof areas

const isArea = (name: string): name is Area => name in areas
const client = [
  'src/core/',
  'src/contracts/',
  'src/lib/',
  'src/sync/ports/',
  'src/sync/run.ts',
  'src/sync/run-progress.ts',
]

/** What each area may import beside itself and packages: folders and single files. */
const allowed: Record<Area, readonly string[]> = {
  'src/contracts': [],
  'src/lib': [],
  'src/core': ['src/contracts/', 'src/lib/errors.ts'],
  'src/sync': ['src/core/', 'src/contracts/', 'src/lib/'],
  'src/partner': client,
  'src/cms': client,
  'src/store': client,
  'src/ops': client,
  'src/mock': ['src/contracts/', 'src/lib/', 'config/mock.ts'],
  jobs: ['src/sync/', 'src/core/', 'src/contracts/', 'src/lib/'],
  config: ['src/core/render/', 'src/contracts/', 'src/lib/'],
  roots: [
    'jobs/',
    'config/daemon.ts',
    'config/templates.ts',
    'src/ops/',
    'src/partner/',
    'src/cms/',
    'src/store/',
    'src/sync/',
    'src/core/',
    'src/contracts/',
    'src/lib/',
  ],
}

/** The one way into the bundled server: its verb, loaded only when it is asked for. */
const isMockVerb = ({ from, to, dynamic }: Import): boolean =>
  from === 'src/cli.ts' && to === 'src/mock/main.ts' && dynamic

/** The area of a file, or undefined when it stands where nothing is foreseen. */
export function areaOf(path: string): Area | undefined {
  return Object.keys(areas)
    .filter(isArea)
    .find((area) => areas[area].test(path))
}

/** Imports that go up or sideways, and files that belong to no area. */
export function importMapFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const area = areaOf(file.path)
    if (area === undefined) return [`${file.path} belongs to no area of the import map`]
    return importsOf(file)
      .filter((one) => !isAllowed(area, one))
      .map(({ to }) => `${file.path} (${area}) imports ${to}`)
  })
}

function isAllowed(area: Area, one: Import): boolean {
  if (!one.own) return one.to !== 'something computed'
  if (areaOf(one.to) === area || isMockVerb(one)) return true
  return allowed[area].some((place) => (place.endsWith('/') ? one.to.startsWith(place) : one.to === place))
}
