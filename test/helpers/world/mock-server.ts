import type { MockOptions } from '../../../config/mock.ts'
import { createMockServer } from '../../../src/mock/create-mock-server.ts'

/** A bundled server on a free port, with URLs named like the mirror's variables. */
export async function startMock(options: MockOptions = {}) {
  const server = await createMockServer(options)
  return {
    ...server,
    origin: server.url,
    /** the value of PARTNER_BASE_URL */
    partnerBaseUrl: server.url,
    /** the value of CMS_API_ROOT */
    cmsRoot: server.cmsUrl,
  }
}

export type MockServer = Awaited<ReturnType<typeof startMock>>
