import { test } from 'vitest'
import { type CmsOptions, createCms } from '../../src/cms/cms.ts'
import { createPartner, type PartnerOptions } from '../../src/partner/partner.ts'
import { openGate } from './sync/gate.ts'
import { openSignedFiles } from './sync/signed-files.ts'
import { startMock } from './world/mock-server.ts'
import { type Asked, startScripted, type Step } from './world/scripted-server.ts'

/** The responses of a server, in order or by request. */
export type Script = Step[] | ((asked: Asked) => Step)

const retry = { tries: 2, baseMs: 1, capMs: 1 }
const auth = { user: 'admin', password: 'abcdabcdabcdabcdabcdabcd' }

/** Tests that connect to servers with scripted responses. Whatever they open is closed after each test. */
export function withScripts() {
  return test
    .extend('closing', ({}, { onCleanup }) => {
      const closing: { close(): Promise<unknown> }[] = []
      onCleanup(async () => {
        for (const each of closing.toReversed()) await each.close()
      })
      return closing
    })
    .extend('start', ({ closing }) => async (script: Script) => {
      const server = await startScripted(script)
      closing.push(server)
      return server
    })
    .extend('connectPartner', ({ closing }) => (baseUrl: string, more: Partial<PartnerOptions> = {}) => {
      const gates = { gate: openGate(), assetGateOf: openGate, signedFiles: openSignedFiles() }
      const partner = createPartner({ baseUrl, token: 'secret-token', ...gates, retry, ...more })
      closing.push(partner)
      return partner
    })
    .extend('connectCms', ({ closing }) => (apiRoot: string, more: Partial<CmsOptions> = {}) => {
      const cms = createCms({ apiRoot, namespace: 'cms/v2', auth, gate: openGate(), retry, ...more })
      closing.push(cms)
      return cms
    })
}

/** Tests of a file that share a bundled server, whose initial state is restored after each test. */
export function withBundled() {
  return withScripts()
    .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
      const mock = await startMock({ gtins: 1, languages: 'de-de' })
      onCleanup(() => mock.close())
      return mock
    })
    .extend('mock', ({ server }, { onCleanup }) => {
      onCleanup(() => server.reset())
      return server
    })
}
