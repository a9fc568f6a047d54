import { describe, expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'

const it = withWorld({ gtins: 2, languages: ['de-de'] }, (world) => world.report('sync', '--json'))

describe('a run with nothing to write', () => {
  it('ends as failed with exit code 6 and the cause when the CMS refuses connections', async ({ world }) => {
    const closed = { CMS_API_ROOT: 'http://127.0.0.1:9/api/rest' }
    const { code, stdout, stderr } = await world.runWith(closed, 'sync')
    expect(code).toBe(6)
    expect(stdout + stderr).toContain('The CMS gave no usable answer while looking for changed pages')
    expect(stdout + stderr).toContain('ECONNREFUSED')
  })

  it('ends as failed with exit code 6 and the cause when the CMS answers 502 throughout', async ({
    world,
  }) => {
    await world.mock.faults([{ side: 'cms', kind: 'status', status: 502 }])
    const { code, stdout, stderr } = await world.run('sync')
    await world.mock.faults([])
    expect(code).toBe(6)
    expect(stdout + stderr).toContain('The CMS gave no usable answer while looking for changed pages')
    expect(stdout + stderr).toContain('answered 502')
  })
})
