import { gtinCheckDigit } from '../../../src/contracts/gtin.ts'
import { digestOf } from '../../../src/core/text/digest.ts'
import type { Change, Outcome } from '../../../src/core/run/change.ts'
import type { Product } from '../../../src/core/record/product.ts'
import type { RecordKey } from '../../../src/core/record/record.ts'
import type { Run } from '../../../src/core/run/run.ts'
import { indexRun } from '../../../src/sync/runs/run-index/index-run.ts'
import { inChunks } from '../../../src/lib/chunks.ts'
import { saveCommits } from '../../../src/store/records/commit.ts'
import { saveSnapshots } from '../../../src/store/records/save-snapshots.ts'
import { execute } from '../../../src/store/redis/execute.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { productOf, snapshotOf, textsOf } from '../../../test/helpers/content/records.ts'
import { because } from '../../../test/helpers/content/reason-of.ts'
import { aRun, type startOps } from '../../../test/ops/start-ops.ts'

type Ops = Awaited<ReturnType<typeof startOps>>

export const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it']
const perWrite = 500
/** One of this many outcomes is a failure, and one an edit that was kept. */
const oneIn = 31
const fieldsOfUpdates = [['price'], ['price', 'intro'], ['name'], ['attributes'], ['template']]

/** The runs of a seeded mirror, by what they show. */
export type SeededRuns = { done: string; held: string; active: string }

/**
 * Fills a mirror with `count` records, a run that wrote all of them, a held plan that changes all of them, and an active
 * run that has written all of them; a part of the records needs attention.
 */
export async function seedMirror(ops: Ops, count: number): Promise<SeededRuns & { gtins: string[] }> {
  const records = recordsOf(count)
  const ids = { done: '2026-11-18-1', held: '2026-11-19-1', active: '2026-11-20-1' }
  for (const state of ['done', 'active'] as const) {
    const begun = runOf(records, { id: ids[state], state: 'writing' })
    await ops.runs.begin(begun)
    await saveWritten(ops, records, begun)
    if (state === 'done') await ops.deps.runs.update(begun.id, { state: 'partial' })
    if (state === 'done') await indexRun(ops.deps, begun.id)
  }
  await savePlan(ops, records, ids.held)
  await ops.runs.hold(runOf(records, { id: ids.held, state: 'held' }))
  await indexRun(ops.deps, ids.held)
  await saveAttention(ops, records)
  await saveHistory(ops)
  return { ...ids, gtins: [...new Set(records.map(({ gtin }) => gtin))] }
}

function recordsOf(count: number): RecordKey[] {
  return Array.from({ length: count }, (_, index) => {
    const head = String(402663900000 + Math.floor(index / languages.length))
    return { gtin: head + gtinCheckDigit(head), language: languages[index % languages.length] ?? '' }
  })
}

function runOf(records: readonly RecordKey[], patch: Partial<Run>): Run {
  const run = aRun(patch)
  const { create, restore, retire } = { create: 0, restore: 0, retire: 0 }
  return {
    ...run,
    languages,
    createdAt: `${run.id.slice(0, 10)}T05:00:00.000Z`,
    counts: { ...run.counts, records: records.length },
    planned: { create, update: records.length, restore, retire },
  }
}

function productAt({ gtin, language }: RecordKey, price: string): Product {
  return productOf({ gtin, language, name: `Dichtband Corvo ${gtin.slice(6, 12)} ${language}`, price })
}

async function saveWritten({ redis }: Ops, records: readonly RecordKey[], { id }: Run): Promise<void> {
  const keys = createKeys('test')
  for (const group of inChunks([...records.entries()], perWrite)) {
    const transaction = redis.multi()
    const commits = group.map(([index, key]) => {
      const product = productAt(key, '13.90')
      const base = textsOf({ title: product.name })
      const link = `https://cms.example/products/${key.language}/${key.gtin}/`
      const snapshot = { ...snapshotOf(product, { pageId: index + 1, runId: id, link, base }) }
      const replaced = {
        did: 'updated' as const,
        product: productAt(key, '12.50'),
        texts: { inner: '<p>Kleben und dichten.</p>' },
      }
      return { outcome: outcomeAt(index, key), snapshot, replaced }
    })
    saveCommits(transaction, keys, { runId: id, familyBy: undefined }, commits)
    await execute(transaction)
  }
}

function outcomeAt(index: number, key: RecordKey): Outcome {
  const link = `https://cms.example/products/${key.language}/${key.gtin}/`
  const page = { ...key, pageId: index + 1, link, at: '2026-11-18T05:00:10.000Z' }
  if (index % oneIn === 0) return { ...page, result: 'failed', reasons: because(`page ${index} is locked`) }
  if (index % oneIn === 1) return { ...page, result: 'kept', kept: ['title'] }
  const fields = fieldsOfUpdates[index % fieldsOfUpdates.length] ?? []
  return { ...page, result: 'updated', fields, before: digestOf(index), after: digestOf(-index) }
}

async function savePlan({ plans }: Ops, records: readonly RecordKey[], runId: string): Promise<void> {
  for (const group of inChunks([...records.entries()], perWrite))
    await plans.save(
      runId,
      group.map(([index, key]): Change => {
        const fields = fieldsOfUpdates[index % fieldsOfUpdates.length] ?? []
        const product = productAt(key, '99.90')
        return { ...key, kind: 'update', product, digest: digestOf(product), pageId: index + 1, fields }
      }),
    )
}

async function saveAttention({ deps, redis }: Ops, records: readonly RecordKey[]): Promise<void> {
  const keys = createKeys('test')
  const at = '2026-11-18T05:00:00.000Z'
  const some = (every: number, from: number): RecordKey[] =>
    records.filter((_, index) => index % every === from)
  const field = { field: 'title' as const, base: 'Band', theirs: 'Band (new)', ours: 'Band Plus' }
  const conflict = { pageId: 41, link: 'https://cms.example/x/', runId: '2026-11-18-1', at, fields: [field] }
  await deps.conflicts.save(some(200, 11).map((key) => ({ key, value: conflict })))
  const failing = { count: 3, since: at, runId: '2026-11-18-1', reasons: because('the page is locked') }
  await deps.failing.save(some(200, 17).map((key) => ({ key, value: failing })))
  const edited = { pageId: 1, since: at, state: 'edited' as const, edited: ['title' as const] }
  await deps.pageStates.save(some(20, 3).map((key) => ({ key, value: edited })))
  const retired = some(100, 29).map((key) => ({
    key,
    snapshot: { ...snapshotOf(productAt(key, '1.00')), state: 'retired' as const },
  }))
  const transaction = redis.multi()
  saveSnapshots(transaction, keys, retired)
  await execute(transaction)
}

async function saveHistory({ deps, runs }: Ops): Promise<void> {
  for (let day = 1; day <= 300; day++) {
    const createdAt = new Date(Date.UTC(2026, 9, 1) + day * 3_600_000).toISOString()
    const run = aRun({ id: `${createdAt.slice(0, 10)}-${day}`, createdAt, finishedAt: createdAt })
    await runs.hold({ ...run, state: 'held' })
    await runs.update(run.id, { state: 'done' })
  }
  for (let number = 0; number < 2_000; number++)
    await deps.audit.add({
      at: '2026-11-18T05:00:00.000Z',
      by: 'olive',
      from: '192.0.2.4',
      via: 'dashboard',
      action: 'approve',
      subject: `run ${number}`,
      done: true,
      result: 'Approved run 2026-11-20-1. Its plan is checked again, then written.',
    })
}
