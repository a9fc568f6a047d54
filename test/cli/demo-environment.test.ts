import { expect, test } from 'vitest'
import { readConfig } from '../../config/daemon.ts'
import { demoEnvironment } from '../../src/cli/commands/demo-environment.ts'
import { proxyFor } from '../../src/lib/http/proxy.ts'

test('commands of a demo reach its bundled server directly in a terminal with a proxy', () => {
  const origin = 'http://127.0.0.1:4010'
  const terminal = { HTTP_PROXY: 'http://proxy.example:3128', NO_PROXY: 'intranet.example' }
  const { network } = readConfig({ ...terminal, ...demoEnvironment({}, origin, '.data') })
  expect(network.httpProxy).toBe('http://proxy.example:3128')
  expect(proxyFor(origin, network)).toBeUndefined()
})
