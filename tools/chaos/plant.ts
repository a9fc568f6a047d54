import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promises, type Planted } from './plants/promises.ts'
import { settings } from './plants/settings.ts'
import type { Schedule } from './story/schedule.ts'

// Bugs that are planted into the bundled daemon and command line.

/** Bugs that the machine must find. */
export const bugs: Readonly<Record<string, Planted>> = {
  'snapshot-before-cms': {
    file: 'src/sync/batches/send-writes.ts',
    find: '        const answers = await (cms ?? deps.cms).writePages(\n',
    put: `
        const early = []
        for (const { write, read, commit } of batch) {
          if (write.kind !== 'update' || read === undefined) continue
          const { title = read.title, content = read.content } = write.body
          early.push(await commit({ answer: { ok: true, page: { ...read, title, content } }, reasons: [], intent: undefined }))
        }
        await deps.writes.commit(runId, early.filter((one) => one !== undefined))
        const answers = await (cms ?? deps.cms).writePages(
`,
  },
  'no-intent': {
    file: 'src/sync/batches/send-writes.ts',
    find: ' of (await deps.writes.intend(runId, intended)).entries()) {\n',
    put: ' of intended.map(() => ({ runId, sentAt: 0 })).entries()) {\n',
  },
  'blind-repost': {
    file: 'src/cms/write-pages.ts',
    find: '      once: writes.some(mustLandOnce),\n',
    put: '      once: false,\n',
  },
  'base-from-sent': {
    file: 'src/core/page/compose.ts',
    find: '  const inner = innerAfter(mirrored, before.inner)\n',
    put: '  const inner = before.inner\n',
  },
  'save-meanwhile-unseen': {
    file: 'src/sync/batches/repair-lost-edit.ts',
    find: '    const suspects = left.filter(({ read, body, page }) => mayBeLostEdit(read, body, page))\n',
    put: '    const suspects = left.slice(0, 0)\n',
  },
  'guard-after-first-write': {
    file: 'jobs/review-plan.ts',
    find: '  if (mayBeHeld && verdicts.length > 0 && !run.approved) {\n',
    put: `
  if (mayBeHeld && verdicts.length > 0 && !run.approved) {
    await sync.runs.update(run.id, { state: 'writing' }, ['planning'])
    const { retirePages } = await import('../src/sync/retire/retire-pages.ts')
    const { writePages } = await import('../src/sync/pages/write-pages.ts')
    const { languageParents } = await import('../src/sync/runs/language-parents.ts')
    const parents = await languageParents(sync)
    const input = async (part) => ({ runId: run.id, recordIds: await sync.plans.list(run.id, part, 0, 1), parents })
    await retirePages(sync, await input('retire'), signal)
    await writePages(sync, await input('write'), signal)
    await sync.runs.update(run.id, { state: 'planning' }, ['writing'])
`,
  },
  'overwrite-ignores-seen': {
    file: 'src/sync/pages/compose-body.ts',
    find: '  const applies = overwrite !== undefined && isAsSeen(overwrite)\n',
    put: '  const applies = overwrite !== undefined\n',
  },
  'hold-ignored': {
    file: 'src/sync/decisions/resolve-record.ts',
    find: '  await deps.decisions.save([{ key, value }])\n  const { pending }',
    put: '  const { pending }',
  },
  'undo-forgets-edit': {
    file: 'src/core/plan/undo.ts',
    find: "    return composeUpdate(mirrored, ours, 'keep')\n",
    put: "    return composeUpdate(mirrored, ours, 'overwrite')\n",
  },
  'adopt-replaces-text': {
    file: 'src/core/page/compose.ts',
    find: '  return { content: appendBlock(key, page.content, wanted) }\n',
    put: '  return { content: blockOf(key, wanted) }\n',
  },
  ...promises,
  ...settings,
}

/** The bugs that are planted one after the other. */
export const plantGroups: Readonly<Record<string, readonly string[]>> = {
  promises: Object.keys(promises),
  settings: Object.keys(settings),
}

/** Whether a schedule can find a bug, as far as that is known. */
export function mayFind(name: string, schedule: Schedule): boolean {
  return (promises[name] ?? settings[name])?.needs(schedule) ?? true
}

const root = join(import.meta.dirname, '..', '..')

/** The source with the bug in it; throws if the place no longer exists, so that a planted bug cannot rot. */
export function withBug(name: string, source: string): string {
  const planted = bugs[name]
  if (planted === undefined)
    throw new Error(`There is no bug ${name} to plant; there are ${Object.keys(bugs).join(', ')}.`)
  const { file, also } = planted
  return [planted, ...(also === undefined ? [] : [also])].reduce((text, { find, put }) => {
    const parts = text.split(find)
    if (parts.length !== 2)
      throw new Error(
        `The bug ${name} cannot be planted: ${file} has its place ${parts.length - 1} times instead of once. Repair tools/chaos/plant.ts.`,
      )
    return parts.join(put)
  }, source)
}

/** Throws unless the bug can be planted in the current code. */
export function assertPlantable(name: string): void {
  withBug(name, readFileSync(join(root, bugs[name]?.file ?? 'package.json'), 'utf8'))
}
