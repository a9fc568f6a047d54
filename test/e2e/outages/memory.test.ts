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

// In parallel with other tests, the many small collections of garbage take minutes.
it('a first sync of 5000 records fits into a heap of 128 MB', { timeout: 620_000 }, async ({ world }) => {
  const daemon = world.spawnDaemon({ NODE_OPTIONS: '--max-old-space-size=128' })
  const url = await daemon.ready()
  const patience = { timeout: 600_000, interval: 200 }
  const { counts } = await untilState(url, await startRun(url), 'done', patience)
  expect(counts).toMatchObject({ records: 5000, created: 5000, failed: 0 })
})
