import { hostname, userInfo } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../helpers/world/mirror-world.ts'

let world: World
let audit: () => Promise<string[]>
beforeAll(async () => {
  world = await openWorld({ gtins: 2, languages: ['de-de'] })
  await world.report('sync', '--json')
  const url = await world.spawnDaemon().ready()
  audit = async () => {
    const html = await (await fetch(`${url}/audit`)).text()
    const entries = html.match(/<ul class="audit">.*<\/ul>/s)?.[0] ?? ''
    const lines = entries.replaceAll(/<time.*?<\/time>/g, '').split('<li>')
    return lines.map((line) => line.replaceAll(/<[^>]*>/g, '').trim()).filter(Boolean)
  }
})
afterAll(() => world.close())

const caller = `${userInfo().username} from ${hostname()} via a terminal:`

it('what is decided in a terminal stands in the audit log, with who did it and what came of it', async () => {
  const [first = '', second = ''] = world.gtins
  await world.mock.patchProduct(first, 'de-de', { name: 'Neu' })
  const planned = await world.report('plan', '--json')
  const { runId } = planned.report
  await world.run('approve', runId)
  const undone = (await world.report('undo', runId, '--yes', '--json')).report.runId
  await world.run('resolve', second, 'de-de', 'hold', '--reason', 'wird geprüft')
  await world.run('retry', second)
  await world.run('undo', '2001-01-01-1', '--yes')
  await world.run('cancel', runId)
  expect(await audit()).toEqual([
    `cancel run ${runId} refused${caller} Run ${runId} is done already.`,
    expect.stringMatching(`^undo run 2001-01-01-1 refused${caller} There is no run 2001-01-01-1`),
    `retry ${second} refused${caller} No record of product ${second} that was asked for is in quarantine. What fails: product-mirror status --failing`,
    expect.stringMatching(`^settle hold ${second}/de-de ?${caller} Held: ${second}/de-de\\.`),
    `undo run ${runId}${caller} Run ${undone} puts back what run ${runId} wrote.`,
    `approve run ${runId}${caller} The plan of run ${runId} is approved.`,
  ])
})
