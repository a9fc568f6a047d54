import { mkdir, mkdtemp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { removeWithUs } from './left-behind.ts'
import { bugs, withBug } from './plant.ts'

const root = join(import.meta.dirname, '..', '..')
const bundles = new Map<string, Promise<string>>()

/**
 * Bundles the daemon or the command line, with a planted bug if one is given, and returns the file to start; does so once.
 * A series starts thousands of processes, and loading 1,900 modules took a third of a schedule's time. The folder is in
 * the project, so that packages which read their own files are found. It is removed when the process ends.
 */
export function bundle(entry: 'src/main.ts' | 'src/cli.ts', bug: string | undefined): Promise<string> {
  const name = `${entry} ${bug}`
  const known = bundles.get(name)
  if (known !== undefined) return known
  const made = write(entry, bug)
  bundles.set(name, made)
  return made
}

async function write(entry: string, bug: string | undefined): Promise<string> {
  await mkdir(join(root, '.data'), { recursive: true })
  const folder = removeWithUs(await mkdtemp(join(root, '.data', 'chaos-bundle-')))
  const target = bug === undefined ? undefined : join(root, bugs[bug]?.file ?? '')
  const built = await rolldown({
    input: join(root, entry),
    platform: 'node',
    external: [/^pino/, /^@bull-board\/ui/, /^msgpackr-extract/],
    // Bull Board contains one that is not reached.
    checks: { eval: false },
    plugins: [
      {
        name: 'sources',
        transform(code, id) {
          const source = bug !== undefined && id === target ? withBug(bug, code) : code
          // Code that reads files next to itself still finds them.
          return source.replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        },
      },
    ],
  })
  await built.write({ dir: folder, entryFileNames: 'entry.js' })
  await built.close()
  return join(folder, 'entry.js')
}
