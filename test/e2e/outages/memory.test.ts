import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import { startRun, untilState } from '../../helpers/world/api-runs.ts'

const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it', 'es-es', 'nl-nl', 'pl-pl', 'cs-cz', 'da-dk', 'sv-se']
/** The time goes into the pages; files never stay in memory. */
const withoutFiles = {
  image: '',
  banner: '',
  datasheet: '',
  safety_datasheet: '',
  declaration_of_performance: '',
}

const it = withWorld({ gtins: 500, languages }, async ({ gtins, mock }) => {
  for (const gtin of gtins) await mock.patchProduct(gtin, '*', withoutFiles)
})

it('a first sync of 5000 records fits into a heap of 128 MB', async ({ world }) => {
  const daemon = world.spawnDaemon({ NODE_OPTIONS: '--max-old-space-size=128' })
  const url = await daemon.ready()
  const { counts } = await untilState(url, await startRun(url))
  expect(counts).toMatchObject({ records: 5000, created: 5000, failed: 0 })
})
