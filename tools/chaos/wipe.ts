import { strangePages, type Story } from './sync-runs.ts'
import type { World } from './world.ts'

/** Redis loses everything; the snapshots are rebuilt from the CMS, which is not written to. */
export async function wipe(world: World, story: Story): Promise<void> {
  const { server, supervisor, redis } = world
  await supervisor.stop()
  await redis.ask((client) => client.flushall())
  await server.zeroStats()
  const { code, stderr } = await world.command('rebuild', '--json')
  if (code !== 0 && !(code === 3 && strangePages(world) > 0))
    story.violations.push(`rebuild ended with ${code}: ${stderr.slice(-400)}`)
  const { cmsWrites } = await server.stats()
  if (cmsWrites.total > 0) story.violations.push(`rebuild wrote: ${JSON.stringify(cmsWrites.byKind)}`)
}
