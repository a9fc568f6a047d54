import { mkdir, mkdtemp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { removeWithUs } from './left-behind.ts'

const root = join(import.meta.dirname, '..', '..')

/**
 * Bundles the daemon into one folder and returns the file to start. A series starts thousands of daemons, and loading
 * 1,900 modules took a third of a schedule's time. The folder is in the project, so that packages which read their own
 * files are found; it goes with the process.
 */
export async function bundleDaemon(): Promise<string> {
  await mkdir(join(root, '.data'), { recursive: true })
  const folder = removeWithUs(await mkdtemp(join(root, '.data', 'chaos-bundle-')))
  const bundle = await rolldown({
    input: join(root, 'src', 'main.ts'),
    platform: 'node',
    external: [/^pino/, /^@bull-board\/ui/, /^msgpackr-extract/],
    // Bull Board contains one that is not reached.
    checks: { eval: false },
    // Code that reads files next to itself still finds them.
    plugins: [
      {
        name: 'folders-of-sources',
        transform: (code, id) => code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
      },
    ],
  })
  await bundle.write({ dir: folder, entryFileNames: 'main.js' })
  await bundle.close()
  return join(folder, 'main.js')
}
