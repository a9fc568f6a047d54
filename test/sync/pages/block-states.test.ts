import { reasonOf } from '../../helpers/content/reason-of.ts'
import { describe, expect } from 'vitest'
import { blockOf } from '../../../src/core/page/compose.ts'
import { withoutDigests } from '../../../src/core/merge/text-digests.ts'
import { snapshotOf } from '../../helpers/sync/sync-run.ts'
import { withRecord } from '../../helpers/sync/with-mirror.ts'

const text = '<!-- wp:paragraph -->\n<p>Von Hand.</p>\n<!-- /wp:paragraph -->'

/** Edits of the block as a whole, the reported phrase, and the page after a decision to overwrite. */
const spoilt = {
  missing: {
    spoil: () => text,
    told: 'removed the mirrored block: it is not added again',
    repaired: (block: string) => `${text}\n\n${block}`,
  },
  emptied: {
    spoil: (page: string, markup: string) => page.replace(markup, ''),
    told: 'emptied the mirrored block: it stays empty',
    repaired: (block: string) => block,
  },
  duplicate: {
    spoil: (page: string) => `${page}\n\n${text}\n\n${page}`,
    told: 'contains the mirrored block more than once, so none of them is changed',
  },
  broken: {
    // The engine closes an unclosed group automatically.
    spoil: (page: string) => page.replaceAll(/wp:group( \{.*?\})?/g, 'wp:html'),
    told: 'the mirrored block is broken, so it is not changed',
  },
} as const

const test = withRecord()
  .extend(
    'content',
    ({ stage, record }) =>
      async () =>
        (await stage.editor.page(record.key)).content.raw,
  )
  .extend(
    'inner',
    ({ mirror, record }) =>
      async () =>
        (await snapshotOf(mirror, record.key)).base.inner,
  )
  .extend(
    'block',
    ({ mirror, record }) =>
      async () =>
        blockOf(record.key, (await snapshotOf(mirror, record.key)).base),
  )
  .extend('spoil', ({ record, content, inner }) => async (state: keyof typeof spoilt): Promise<string> => {
    await record.editor({ content: spoilt[state].spoil(await content(), await inner()) })
    return content()
  })
  /** The outcome of the partner's next change. */
  .extend('waitingOutcome', ({ record }) => async () => {
    await record.partner({ item_number: 'NEU-3' })
    return record.outcome()
  })

describe.each(Object.entries(spoilt))('a block that an editor left %s', (name, { told }) => {
  const state = name as keyof typeof spoilt

  test('stays as it is in every run, and the reason names the next step', async ({
    record,
    content,
    spoil,
    waitingOutcome,
  }) => {
    const left = await spoil(state)
    for (const item of ['NEU-1', 'NEU-2']) {
      await record.partner({ item_number: item })
      const outcome = await record.outcome()
      expect(outcome).toMatchObject({ result: 'kept', conflicts: ['inner'] })
      expect(reasonOf(outcome)).toContain(told)
      expect(await content()).toBe(left)
    }
    expect(reasonOf(await waitingOutcome())).toContain(
      `product-mirror resolve ${record.key.gtin} de-de overwrite`,
    )
    const conflict = (await record.waiting())?.conflict
    expect(conflict?.fields).toMatchObject([{ field: 'inner', theirs: '' }])
    expect(conflict?.block).toBe(state === 'emptied' ? undefined : state)
  })

  test('does not block the other fields', async ({ record, content, spoil }) => {
    const left = await spoil(state)
    await record.partner({ item_number: 'NEU-1', name: 'Neues Band' })
    expect(await record.outcome()).toMatchObject({ result: 'updated', conflicts: ['inner'] })
    expect(await record.title()).toBe('Neues Band')
    expect(withoutDigests(await content())).toBe(withoutDigests(left))
  })
})

describe.each(['missing', 'emptied'] as const)('a block that was left %s', (state) => {
  test('is restored by a decision to overwrite, with the text around it', async ({
    record,
    content,
    block,
    inner,
    spoil,
  }) => {
    await spoil(state)
    await record.partner({ item_number: 'NEU-1' })
    await record.outcome()
    await record.say('overwrite')
    expect(await record.outcome()).toMatchObject({ result: 'updated' })
    expect(await inner()).toContain('NEU-1')
    expect(await content()).toBe(spoilt[state].repaired(await block()))
    expect(await record.waiting()).toBeUndefined()
  })

  test('is restored in the same way without a change of the partner', async ({
    record,
    content,
    block,
    spoil,
  }) => {
    await spoil(state)
    expect(await record.say('overwrite')).toMatchObject({ ok: true })
    expect(await record.outcome()).toMatchObject({ result: 'updated' })
    expect(await content()).toBe(spoilt[state].repaired(await block()))
  })

  test('stays during a hold and after its release', async ({ record, content, spoil }) => {
    const left = await spoil(state)
    await record.say('hold')
    await record.partner({ item_number: 'NEU-1' })
    expect(await record.outcome()).toMatchObject({ result: 'held' })
    await record.say('release')
    expect(await record.outcome()).toMatchObject({ result: 'kept', conflicts: ['inner'] })
    expect(await content()).toBe(left)
  })
})

describe.each(['duplicate', 'broken'] as const)('a block that was left %s', (state) => {
  test('is not replaced even by a decision to overwrite until an editor repairs the page', async ({
    record,
    content,
    block,
    spoil,
  }) => {
    const page = await content()
    const left = await spoil(state)
    await record.partner({ item_number: 'NEU-1' })
    await record.outcome()
    await record.say('overwrite')
    expect(await record.outcome()).toMatchObject({ result: 'kept', conflicts: ['inner'] })
    expect(await content()).toBe(left)

    await record.editor({ content: `${page}\n\n${text}` })
    await record.say('overwrite')
    expect(await record.outcome()).toMatchObject({ result: 'updated' })
    expect(await content()).toBe(`${await block()}\n\n${text}`)
    expect(await content()).toContain('NEU-1')
    expect(await record.waiting()).toBeUndefined()
  })
})

test('a block that an editor unlocked is still updated, and the reason mentions it', async ({
  record,
  content,
}) => {
  const unlocked = (await content()).replace(/"templateLock":"contentOnly","lock":\{[^}]*\},/, '')
  await record.editor({ content: unlocked })
  await record.partner({ item_number: 'NEU-1' })
  expect(await record.outcome()).toMatchObject({
    result: 'updated',
    reason: 'an editor unlocked the mirrored block: its content is still updated',
  })
  const [opening = ''] = unlocked.split('\n')
  expect(opening).not.toContain('lock"')
  expect(withoutDigests(await content()).startsWith(`${withoutDigests(opening)}\n`)).toBe(true)
  expect(await content()).toContain('NEU-1')
})
