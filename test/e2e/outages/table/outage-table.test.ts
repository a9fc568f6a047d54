import { writeFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { withOwnWorld } from '../../../helpers/fixtures.ts'
import { slugsOf } from '../../../helpers/world/mirror-world.ts'
import {
  codeOf,
  playOutage,
  stages,
  sumOf,
  toTable,
  upstreams,
  type Outage,
  type Played,
} from './play-outage.ts'

const languages = ['de-de', 'en-gb']
const it = withOwnWorld({ gtins: 30, languages })
const records = 60

const all: Outage[] = [90, 40, 15, 3].flatMap((seconds) =>
  stages.flatMap((stage) => upstreams.map((upstream) => ({ seconds, upstream, stage }))),
)
/** Outages that are longer than a run waits for. */
const tooLong: Outage[] = stages.flatMap((stage) =>
  upstreams.map((upstream) => ({ seconds: 40, upstream, stage, most: 8 })),
)
const sample: Outage[] = [
  { seconds: 3, upstream: 'partner', stage: 'planning' },
  { seconds: 3, upstream: 'cms', stage: 'writing' },
  { seconds: 3, upstream: 'cms', stage: 'start of a full mirror' },
]

// All of them: OUTAGE_TABLE=table.md npm run test:outages -- outage-table --maxConcurrency 4
const file = process.env['OUTAGE_TABLE']
const played: Played[] = []

describe.concurrent('every record has an outcome and the exit code is right', () => {
  for (const outage of file === undefined ? sample : [...all, ...tooLong]) {
    const { seconds, upstream, stage, most } = outage
    const limit = most === undefined ? '' : `, of which a run waits for ${most} s`
    it(`when the ${upstream} is down for ${seconds} s from the ${stage} on${limit}`, async ({ world }) => {
      const isFull = stage === 'start of a full mirror'
      if (isFull) await world.report('sync', '--json')
      const found = await playOutage(world, outage)
      played.push(found)
      if (file !== undefined) await writeFile(file, `${toTable(played)}\n`)
      const { code, report } = found
      expect(code).toBe(codeOf(report))
      expect({ ...report, sum: sumOf(report) }).toMatchObject({ sum: report.records })
      const isAtStart = stage.startsWith('start')
      if (!isAtStart) expect(report.records).toBe(records)
      // An outage that a run waits for costs no record its outcome.
      if (!isAtStart && most === undefined) expect(report).toMatchObject({ state: 'done', created: records })
      const written = await world.recordPages()
      expect(written).toHaveLength(isFull ? records : report.created)

      const next = await world.report('sync', '--json')
      expect(next).toMatchObject({ code: 0, report: { state: 'done', records, failed: 0, notPlanned: 0 } })
      const pages = await world.recordPages()
      expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
      const listings = await world.cms<{ slug: string; content: { raw: string } }[]>(
        'GET',
        '/cms/v2/pages?context=edit&per_page=100&slug=de-de,en-gb',
      )
      expect(listings.map(({ content }) => content.raw.split('column mirror-card"').length - 1)).toEqual([
        30, 30,
      ])
    })
  }
})
