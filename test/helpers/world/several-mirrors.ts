import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMock } from './mock-server.ts'
import { openWorld } from './mirror-world.ts'

/** Two sites with one Redis: `a` is that of the world, `b` another bundled server with other products. */
export async function openTwoSites(env: Record<string, string> = {}) {
  const [world, other, folder] = await Promise.all([
    openWorld({ gtins: 3, languages: ['de-de'], env }),
    startMock({ gtins: '2', languages: 'de-de,fr-fr', seed: '7' }),
    mkdtemp(join(tmpdir(), 'mirrors-file-')),
  ])
  const catalog = join(folder, 'b.txt')
  await writeFile(catalog, (await other.gtins()).join('\n'))
  let files = 0
  return {
    world,
    other,
    /** The settings for a mirror of the second site. */
    settingsOfB: { PARTNER_BASE_URL: other.partnerBaseUrl, CMS_API_ROOT: other.cmsRoot, CATALOG: catalog },
    /** The changes that turn the world's environment into these mirrors. */
    async mirrorsOf(settings: Record<string, Record<string, string>>): Promise<Record<string, string>> {
      const file = join(folder, `mirrors-${++files}.json`)
      const mirrors = Object.entries(settings).map(([id, own]) => ({ id, settings: own }))
      await writeFile(file, JSON.stringify({ mirrors }))
      return { MIRRORS: file }
    },
    async close(): Promise<void> {
      await world.close()
      await other.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
