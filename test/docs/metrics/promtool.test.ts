import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { opsApp, aRun, startOps } from '../../ops/start-ops.ts'
import { hasPromtool, promtool } from './promtool.ts'

const at = (path: string) => join(import.meta.dirname, '..', '..', '..', path)

describe.skipIf(!hasPromtool)('promtool (skipped without it: apt-get install prometheus)', () => {
  test('accepts the rules', () => {
    const { code, said } = promtool(['check', 'rules', at('docs/alerts.yaml')])
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('SUCCESS') })
  })

  test('confirms that each alert fires when it should, and not before', () => {
    const { code, said } = promtool(['test', 'rules', at('test/docs/alerts.rules.yaml')])
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('SUCCESS') })
  })

  test('accepts every expression of the dashboard', async () => {
    const text = await readFile(at('docs/grafana.json'), 'utf8')
    const { panels } = JSON.parse(text) as { panels: { id: number; targets: { expr: string }[] }[] }
    const rules = panels.flatMap(({ id, targets }) =>
      targets.map(({ expr }, index) => ({
        record: `panel_${id}_${index}`,
        expr: expr.replace('$__rate_interval', '5m'),
      })),
    )
    const folder = await mkdtemp(join(tmpdir(), 'rules-'))
    const file = join(folder, 'rules.json')
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    const { code, said } = promtool(['check', 'rules', file])
    await rm(folder, { recursive: true })
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining(`${rules.length} rules`) })
  })

  test('has no objections to the names and the format of /metrics', async () => {
    const ops = await startOps()
    await ops.saveRun(aRun())
    const app = opsApp(ops.deps)
    const { body } = await app.inject({ url: '/metrics' })
    await app.close()
    await ops.close()
    const ours = body
      .split('\n')
      .filter((line) => line.includes('product_mirror_'))
      .join('\n')
    expect(promtool(['check', 'metrics'], `${ours}\n`)).toEqual({ code: 0, said: '' })
  })
})
