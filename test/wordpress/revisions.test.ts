import { expect, test } from 'vitest'

import { createCms } from '../../src/cms/cms.ts'
import { openGate } from '../helpers/sync/gate.ts'
import { startEngine } from './engine/start.ts'

test('the texts of a page’s revisions are read, the newest first', async () => {
  const { signal } = new AbortController()
  const engine = await startEngine({ workers: 2 })
  const { apiRoot, namespace, user, password } = engine
  const retry = { tries: 1, baseMs: 1, capMs: 1 }
  const cms = createCms({ apiRoot, namespace, auth: { user, password }, gate: openGate(), retry })
  try {
    const create = { slug: 'page', status: 'publish', title: 'One', content: 'First text' } as const
    const [made] = await cms.writePages([{ kind: 'create', body: create }], signal)
    const id = made?.ok === true ? made.page.id : 0
    await cms.writePages([{ kind: 'update', id, body: { title: 'Two', content: 'Second text' } }], signal)
    await cms.writePages([{ kind: 'update', id, body: { excerpt: 'Short' } }], signal)
    expect(await cms.readRevisions(id, signal)).toMatchObject([
      { title: 'Two', excerpt: 'Short', content: 'Second text', autosave: false },
      { title: 'Two', excerpt: '', content: 'Second text', autosave: false },
    ])
  } finally {
    await cms.close()
    await engine.stop()
  }
})
