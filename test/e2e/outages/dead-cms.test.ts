import { expect } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'

const test = withWorld({ gtins: 2, languages: ['de-de'] }, (world) => world.report('sync', '--json'))

test('a run with nothing to write ends as failed with exit code 6 and the cause when the CMS refuses connections', async ({
  world,
}) => {
  const closed = { CMS_API_ROOT: 'http://127.0.0.1:9/api/rest' }
  const { code, stdout, stderr } = await world.runWith(closed, 'sync')
  expect(code).toBe(6)
  expect(stdout + stderr).toContain('The CMS sent no usable response while looking for changed pages')
  expect(stdout + stderr).toContain('ECONNREFUSED')
})
