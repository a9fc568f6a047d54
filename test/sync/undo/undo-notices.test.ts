import { expect } from 'vitest'
import { only, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { undo } from '../../helpers/sync/undo.ts'
import { notice, withNotices } from '../../helpers/sync/with-notices.ts'

const test = withNotices()

test('undoing a retirement removes the notice, and the record stays mirrored until it is released', async ({
  mirror,
  key,
  vanish,
  content,
  writes,
  isNoticed,
}) => {
  const before = await content()
  await vanish()
  const { run } = await sync(mirror)
  expect(only((await undo(mirror, run.id)).outcomes)).toMatchObject({ result: 'undone' })
  expect(await content()).toBe(before)
  const snapshot = await snapshotOf(mirror, key)
  expect(snapshot).toMatchObject({ state: 'mirrored' })
  expect(snapshot).not.toHaveProperty('retiredTo')
  expect(await writes(() => sync(mirror))).toBe(0)
  await mirror.decisions.remove([key])
  expect((await sync(mirror)).run.counts).toMatchObject({ retired: 1 })
  expect(await isNoticed()).toBe(true)
})

test('undoing a retirement leaves the page outdated if the template changed before it', async ({
  mirror,
  key,
  vanish,
}) => {
  const { template } = await snapshotOf(mirror, key)
  mirror.renderer = { ...mirror.renderer, digest: 'another template' }
  mirror.listed = [key.gtin]
  await vanish()
  const { run } = await sync(mirror)
  expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'retired', template })
  await undo(mirror, run.id)
  expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'mirrored', template })
})

test('undoing the retirement of an edited page keeps the edits from before and after it', async ({
  mirror,
  vanish,
  content,
  edit,
  isNoticed,
}) => {
  await edit((text) => text.replace('</h2>', ' Vorher</h2>'))
  await vanish()
  const { run } = await sync(mirror)
  await edit((text) => `${text}\n\n<p>Danach.</p>`)
  expect(only((await undo(mirror, run.id)).outcomes)).toMatchObject({ result: 'undone' })
  expect(await isNoticed()).toBe(false)
  for (const text of [' Vorher</h2>', '<p>Danach.</p>']) expect(await content()).toContain(text)
})

test('undoing an undone retirement adds the notice again', async ({
  mirror,
  key,
  vanish,
  content,
  isNoticed,
}) => {
  await vanish()
  const { run } = await sync(mirror)
  const noticed = await content()
  const first = await undo(mirror, run.id)
  expect(only((await undo(mirror, first.run.id)).outcomes)).toMatchObject({ result: 'undone' })
  expect(await isNoticed()).toBe(true)
  expect(await content()).toBe(noticed)
  expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'retired', retiredTo: 'notice' })
})

test('undoing a return adds the notice again, and the next return removes it', async ({
  mirror,
  key,
  vanish,
  comeBack,
  content,
  isNoticed,
}) => {
  await vanish()
  await sync(mirror)
  const noticed = await content()
  await comeBack()
  const { run } = await sync(mirror)
  expect(only((await undo(mirror, run.id)).outcomes)).toMatchObject({ result: 'undone' })
  expect(await content()).toBe(noticed)
  expect(await snapshotOf(mirror, key)).toMatchObject({ state: 'retired', retiredTo: 'notice' })
  await mirror.decisions.remove([key])
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'restored' })
  expect(await isNoticed()).toBe(false)
})

test('an undo leaves a notice that an editor changed, and a later retirement does not add another one', async ({
  mirror,
  key,
  vanish,
  content,
  edit,
}) => {
  await vanish()
  const { run } = await sync(mirror)
  await edit((text) => text.replace(notice, 'Bald wieder da.'))
  await undo(mirror, run.id)
  expect(await content()).toContain('Bald wieder da.')
  await mirror.decisions.remove([key])
  expect(only((await sync(mirror)).outcomes)).toMatchObject({ result: 'retired' })
  expect(await content()).toContain('Bald wieder da.')
  expect(await content()).not.toContain(notice)
})
