import type { MockOptions } from '../../../config/mock.ts'
import { createMockServer } from '../../../src/mock/create-mock-server.ts'

/** A bundled server on a free port, under the names that the mirror's variables have. */
export async function startMock(options: MockOptions = {}) {
  const server = await createMockServer(options)
  return {
    ...server,
    origin: server.url,
    /** what PARTNER_BASE_URL is */
    partnerBaseUrl: server.url,
    /** what CMS_API_ROOT is */
    cmsRoot: server.cmsUrl,
  }
}

export type MockServer = Awaited<ReturnType<typeof startMock>>
