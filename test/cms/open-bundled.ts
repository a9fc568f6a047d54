import { type CmsOptions, createCms } from '../../src/cms/cms.ts'
import { openGate } from '../helpers/sync/gate.ts'
import { startMock } from '../helpers/world/mock-server.ts'

/** The bundled server with clients of its CMS; `tidy` closes those and brings back the pristine state. */
export async function openBundled() {
  const mock = await startMock({ gtins: 1, languages: 'de-de' })
  const opened: ReturnType<typeof createCms>[] = []

  return {
    mock,
    connect(more: Partial<CmsOptions> = {}) {
      const cms = createCms({
        apiRoot: mock.cmsRoot,
        namespace: 'cms/v2',
        auth: { user: 'admin', password: 'abcdabcdabcdabcdabcdabcd' },
        gate: openGate(),
        retry: { tries: 3, baseMs: 1, capMs: 2 },
        ...more,
      })
      opened.push(cms)
      return cms
    },
    async tidy() {
      for (const cms of opened.splice(0)) await cms.close()
      await mock.reset()
    },
    close: () => mock.close(),
  }
}
