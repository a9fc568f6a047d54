import { reasonOf } from '../../helpers/content/reason-of.ts'
import { describe, expect } from 'vitest'
import { blockOf } from '../../../src/core/page/compose.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { only, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const above =
  '\n <!-- wp:paragraph -->\n<p>Von Hand  &amp; „so“ — &#8211;\u00a0genau.</p>\n<!-- /wp:paragraph -->\n\n\n'
const below =
  '\n<!-- wp:separator {"opacity":"css"} -->\n<hr class="wp-block-separator"/>\n<!-- /wp:separator -->  \n'

type Change = {
  editor?: (page: Awaited<ReturnType<Stage['editor']['page']>>) => Record<string, unknown>
  partner?: Record<string, unknown>
}

const test = withMirror({ gtins: 1, prepare: sync })
  /** The editor changes the page; the partner changes the record; a run follows. */
  .extend('after', ({ stage, mirror, key }) => async ({ editor, partner }: Change) => {
    const page = await stage.editor.page(key)
    const edited = editor ? await stage.editor.edit(page.id, editor(page)) : page
    if (partner) await stage.mock.patchProduct(key.gtin, 'de-de', partner)
    const { outcomes, run } = await sync(mirror)
    return { before: page, edited, page: await stage.editor.page(key), outcome: only(outcomes), run }
  })

async function expectNothingToDo(stage: Stage, mirror: Mirror): Promise<void> {
  await stage.mock.zeroStats()
  const { run, outcomes } = await sync(mirror)
  expect(run.counts).toMatchObject({ unchanged: 1, updated: 0, kept: 0 })
  expect([...outcomes.keys()]).toEqual([])
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
}

test('a change of the partner alone is written', async ({ stage, mirror, after }) => {
  const { page, outcome } = await after({ partner: { item_number: 'NEU-1', name: 'Neues Band' } })
  expect(outcome).toMatchObject({ result: 'updated', fields: ['item_number', 'name'] })
  expect(outcome).not.toHaveProperty('kept')
  expect(page.title.raw).toBe('Neues Band')
  expect(page.content.raw).toContain('NEU-1')
  await expectNothingToDo(stage, mirror)
})

test('a change of the editor alone stays, and no run plans an update for it', async ({
  stage,
  mirror,
  key,
}) => {
  const page = await stage.editor.page(key)
  await stage.editor.edit(page.id, { title: 'Vom Redakteur' })
  await expectNothingToDo(stage, mirror)
  expect((await stage.editor.page(key)).title.raw).toBe('Vom Redakteur')
})

test('the editor’s title and the partner’s block are both kept, and the next run sees no change', async ({
  stage,
  mirror,
  after,
}) => {
  const { page, outcome, run } = await after({
    editor: () => ({ title: 'Vom Redakteur' }),
    partner: { item_number: 'NEU-1' },
  })
  expect(page.title.raw).toBe('Vom Redakteur')
  expect(page.content.raw).toContain('NEU-1')
  expect(outcome).toMatchObject({ result: 'updated', kept: ['title'] })
  expect(run).toMatchObject({ keptEdits: 1, counts: { updated: 1 } })
  await expectNothingToDo(stage, mirror)
})

test('a text that both changed stays the editor’s and is reported, even if the partner changes it again', async ({
  stage,
  mirror,
  key,
  after,
}) => {
  const { title: first } = (await snapshotOf(mirror, key)).base
  const once = await after({ editor: () => ({ title: 'Vom Redakteur' }), partner: { name: 'Neues Band' } })
  const conflict = {
    kept: ['title'],
    conflicts: ['title'],
    reason: expect.stringContaining('editor and partner both changed title'),
  }
  expect(once.outcome).toMatchObject(conflict)
  expect(once.page.title.raw).toBe('Vom Redakteur')
  expect((await snapshotOf(mirror, key)).base.title).toBe(first)

  const again = await after({ partner: { name: 'Noch ein Band' } })
  expect(again.outcome).toMatchObject(conflict)
  expect(again.page.title.raw).toBe('Vom Redakteur')
  await expectNothingToDo(stage, mirror)
})

test('once the editor reverts an edit, the partner’s changes are written again', async ({ after }) => {
  const { before } = await after({
    editor: () => ({ title: 'Vom Redakteur' }),
    partner: { item_number: 'A-1' },
  })
  const { page, outcome } = await after({
    editor: () => ({ title: before.title.raw }),
    partner: { name: 'Neues Band' },
  })
  expect(outcome).not.toHaveProperty('kept')
  expect(page.title.raw).toBe('Neues Band')
})

test('text around the block is kept byte for byte', async ({ stage, mirror, key, after }) => {
  const { before, page } = await after({
    editor: ({ content }) => ({ content: above + content.raw + below }),
    partner: { item_number: 'NEU-1' },
  })
  expect(page.content.raw.startsWith(above)).toBe(true)
  expect(page.content.raw.endsWith(below)).toBe(true)
  const block = page.content.raw.slice(above.length, -below.length)
  expect(block).toContain('NEU-1')
  expect(block).not.toBe(before.content.raw)
  expect((await snapshotOf(mirror, key)).base.inner).toContain('NEU-1')
  await expectNothingToDo(stage, mirror)
})

test('slug, status, parent and excerpt of the editor survive an update of the block', async ({
  stage,
  after,
}) => {
  const { id: parent } = await stage.editor.create({ title: 'Anderswo', status: 'publish' })
  const { page } = await after({
    editor: () => ({ status: 'private', parent, excerpt: 'Kurz gesagt.' }),
    partner: { item_number: 'NEU-1' },
  })
  expect(page).toMatchObject({ status: 'private', parent, excerpt: { raw: 'Kurz gesagt.' } })
  expect(page.content.raw).toContain('NEU-1')
})

describe('a mirrored block that an editor', () => {
  const changes = {
    removed: ['removed the mirrored block', () => '<p>Alles neu.</p>'],
    doubled: ['contains the mirrored block more than once', (content: string) => `${content}\n\n${content}`],
    'turned into another block': [
      'the mirrored block is broken',
      (content: string) => content.replaceAll(/wp:group( \{.*?\})?/g, 'wp:html'),
    ],
  } as const

  test.for(Object.entries(changes))(
    '%s is left alone and reported',
    async ([, [text, change]], { stage, mirror, key, after }) => {
      const { edited, page, outcome } = await after({
        editor: ({ content }) => ({ content: change(content.raw) }),
        partner: { item_number: 'NEU-1' },
      })
      expect(page.content.raw).toBe(edited.content.raw)
      expect(outcome).toMatchObject({
        result: 'kept',
        kept: ['inner'],
        conflicts: ['inner'],
        reason: expect.stringContaining(text),
      })
      expect(reasonOf(outcome)).toContain(`product-mirror resolve ${key.gtin} de-de overwrite`)
      await expectNothingToDo(stage, mirror)
    },
  )

  test('removed is added below the editor’s text if edits are to be overwritten', async ({
    stage,
    mirror,
    key,
    after,
  }) => {
    mirror.policy = { ...mirror.policy, onEdit: 'overwrite' }
    const { page, outcome } = await after({
      editor: () => ({ content: '<p>Alles neu.</p>' }),
      partner: { item_number: 'NEU-1' },
    })
    const { base } = await snapshotOf(mirror, key)
    expect(base.inner).toContain('NEU-1')
    expect(page.content.raw).toBe(`<p>Alles neu.</p>\n\n${blockOf(key, base)}`)
    expect(outcome).toMatchObject({ result: 'updated' })
    await expectNothingToDo(stage, mirror)
  })

  test.for(['doubled', 'turned into another block'] as const)(
    '%s is not guessed at when edits are to be overwritten',
    async (what, { mirror, after }) => {
      mirror.policy = { ...mirror.policy, onEdit: 'overwrite' }
      const [, change] = changes[what]
      const { page, outcome, edited } = await after({
        editor: ({ content }) => ({ content: change(content.raw) }),
        partner: { item_number: 'NEU-1' },
      })
      expect(page.content.raw).toBe(edited.content.raw)
      expect(outcome).toMatchObject({ result: 'kept', kept: ['inner'] })
    },
  )
})

test('with ON_EDIT=overwrite the partner’s fields replace edits, but the text around the block stays', async ({
  stage,
  mirror,
  after,
}) => {
  mirror.policy = { ...mirror.policy, onEdit: 'overwrite' }
  const { page, outcome } = await after({
    editor: ({ content }) => ({ title: 'Vom Redakteur', content: above + content.raw + below }),
    partner: { name: 'Neues Band' },
  })
  expect(page.title.raw).toBe('Neues Band')
  expect(page.content.raw.startsWith(above)).toBe(true)
  expect(page.content.raw.endsWith(below)).toBe(true)
  expect(outcome).toMatchObject({ result: 'updated' })
  await expectNothingToDo(stage, mirror)
})
