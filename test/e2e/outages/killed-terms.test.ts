import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, vi } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { patiently } from '../../helpers/hang.ts'
import { startRun, untilState } from '../../helpers/world/api-runs.ts'
import { expireJobLocks } from '../../helpers/world/job-locks.ts'
import type { World } from '../../helpers/world/mirror-world.ts'
import { openRecordingProxy, type ProxiedRequest } from '../../helpers/world/recording-proxy.ts'

type Term = { id: number; name: string; parent: number }

const types = join(import.meta.dirname, '..', '..', '..', 'examples', 'types', 'product.yaml')
const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it']
const it = withOwnWorld({ gtins: 3, languages, types, env: { GUARD_MAX_UPDATE_SHARE: '1' } })

const map = 'type: product\nfields:\n  terms.product_cat: { from: catalog.shelf }\n'
const halls = [1, 2, 3, 4, 5].map((number) => `Hall ${number}`)
const shelves = ['Shelf A', 'Shelf B', 'Shelf C']

/** The term is created when the process has died, or its response is still on its way. */
const before = { kind: 'hold' } as const
const after = { kind: 'slow', bytesPerSecond: 1 } as const

describe.concurrent('two daemons, one of which is killed five times while it creates a term', () => {
  it.for([
    ['a hall, before it exists', before, 0],
    ['a hall, after it exists', after, 0],
    ['a shelf in it, before it exists', before, 2],
    ['a shelf in it, after it exists', after, 2],
  ] as const)('create every term once (%s)', async ([, fault, passed], { world }) => {
    const files = await openFiles(world)
    const fleet = await Promise.all([openMember(world, files), openMember(world, files)])
    for (const hall of halls) {
      await files.moveTo(hall)
      const [url = ''] = await Promise.all(fleet.map((member) => member.ready()))
      await world.mock.faults([
        { side: 'cms', method: 'POST', path: '/cms/v2/product_cat', after: passed, count: 1, ...fault },
      ])
      const met = await metFaults(world, fault.kind)
      const runId = await startRun(url)
      await vi.waitFor(async () => expect(await metFaults(world, fault.kind)).toBe(met + 1), patiently)
      const creator = fleet.findIndex((member) => member.isCreating())
      await fleet[creator]?.restart()
      await world.mock.clearFaults()
      await expireJobLocks(world)
      const run = await untilState((await fleet[1 - creator]?.ready()) ?? '', runId)
      expect(run.counts).toMatchObject({ failed: 0, [hall === halls[0] ? 'created' : 'updated']: 12 })
    }
    const terms = await world.cms<Term[]>('GET', '/cms/v2/product_cat?per_page=100')
    const paths = terms.map(({ name, parent }) => `${terms.find(({ id }) => id === parent)?.name}: ${name}`)
    const wanted = halls.flatMap((hall) => [`undefined: ${hall}`, ...shelves.map((one) => `${hall}: ${one}`)])
    expect(paths.sort()).toEqual(wanted.sort())
    await Promise.all(fleet.map(({ close }) => close()))
  })
})

/** The field map, and a catalogue whose products all move to another hall, each to its own shelf. */
async function openFiles({ env, gtins }: World) {
  const inFolder = (name: string): string => join(env['DATA_DIR'] ?? '', name)
  const variables = { CATALOG: inFolder('shelves.csv'), MAP: inFolder('map.yaml') }
  await writeFile(variables.MAP, map)
  const moveTo = (hall: string): Promise<void> => {
    const rows = gtins.map((gtin, index) => `${gtin};${hall} > ${shelves[index]}`)
    return writeFile(variables.CATALOG, ['GTIN;Shelf', ...rows].join('\n'))
  }
  await moveTo('')
  return { variables, moveTo }
}

/** A daemon that reaches the CMS over a separate proxy, which shows whether it creates a term. */
async function openMember(world: World, { variables }: { variables: Record<string, string> }) {
  const proxy = await openRecordingProxy(world.mock.origin, new URL(world.mock.origin).host)
  const CMS_API_ROOT = world.mock.cmsRoot.replace(world.mock.origin, proxy.origin)
  const start = () => world.spawnDaemon({ ...variables, CMS_API_ROOT })
  let daemon = start()
  return {
    ready: () => daemon.ready(),
    isCreating: () => proxy.requests.some(isOpenCreate),
    async restart() {
      await daemon.kill()
      proxy.requests.length = 0
      daemon = start()
    },
    close: () => proxy.close(),
  }
}

function isOpenCreate({ method, path, ended }: ProxiedRequest): boolean {
  return method === 'POST' && path.includes('/product_cat') && ended !== true
}

async function metFaults({ mock }: World, kind: string): Promise<number> {
  return (await mock.stats()).faults[kind] ?? 0
}
