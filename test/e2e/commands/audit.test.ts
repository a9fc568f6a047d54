import { hostname, userInfo } from 'node:os'
import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'

const it = withWorld({ gtins: 2, languages: ['de-de'] }, (world) => world.report('sync', '--json'))

/** The entries of the audit page as text, newest first. */
async function readAudit(url: string): Promise<string[]> {
  const html = await (await fetch(`${url}/audit`)).text()
  const entries = html.match(/<ul class="audit">.*<\/ul>/s)?.[0] ?? ''
  const lines = entries.replaceAll(/<time.*?<\/time>/g, '').split('<li>')
  return lines.map((line) => line.replaceAll(/<[^>]*>/g, '').trim()).filter(Boolean)
}

const caller = `${userInfo().username} from ${hostname()} via a terminal:`

it('the audit log lists actions from a terminal, with their user and result', async ({ world }) => {
  const url = await world.spawnDaemon().ready()
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
  expect(await readAudit(url)).toEqual([
    `cancel run ${runId} refused${caller} Run ${runId} is done already.`,
    expect.stringMatching(`^undo run 2001-01-01-1 refused${caller} Run 2001-01-01-1 does not exist`),
    `retry ${second} refused${caller} No such record of product ${second} is in quarantine. To list failing records: product-mirror status --failing`,
    expect.stringMatching(`^resolve hold ${second}/de-de ?${caller} Held: ${second}/de-de\\.`),
    `undo run ${runId}${caller} Run ${undone} undoes run ${runId}.`,
    `approve run ${runId}${caller} Approved run ${runId}.`,
  ])
})
