// Writes what a mirror of today's version stores: `node test/scenarios/upgrade/make-fixture.ts test/store/fixtures/<name>.json`
import { writeFile } from 'node:fs/promises'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { dumpKeys } from './dump.ts'
import { liveThrough, mirrorId, openUpgradeWorld } from './world.ts'

const [file = ''] = process.argv.slice(2)
const world = await openUpgradeWorld()
try {
  const keys = createKeys(mirrorId)
  const runs = await liveThrough(world, world.openMirror(mirrorId))
  const dumped = await dumpKeys(world.redis, `pm:${mirrorId}:`, keys.queues)
  const lines = dumped.map((one) => JSON.stringify(one)).join(',\n')
  await writeFile(
    file,
    `{"gtins":${JSON.stringify(world.gtins)},"runs":${JSON.stringify(runs)},"keys":[\n${lines}\n]}\n`,
  )
  process.stdout.write(`${dumped.length} keys in ${file}\n`)
} finally {
  await world.close()
}
