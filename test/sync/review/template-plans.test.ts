import { describe, expect } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import { digestPlan } from '../../../src/sync/review/digest-plan.ts'
import { reviewPlan } from '../../../src/sync/review/review-plan.ts'
import { sampleTemplate } from '../../../src/sync/review/sample-template.ts'
import { hold } from '../../helpers/sync/held-plan.ts'
import { go, plan, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const languages = ['de-de', 'en-gb', 'fr-fr', 'pl-pl']

const templates = await readTemplates()

const test = withMirror({
  gtins: 8,
  languages: languages.join(','),
  mirror: { policy: { maxUpdateShare: 0.1, retireAfterMisses: 1 } },
})

/** The renderer with a different label in one language. */
function relabelled(language: string, label: string, text: string) {
  const { labels, template } = templates
  const changed = { ...labels[language], [label]: text } as (typeof labels)[string]
  return createRenderer({ template, labels: { ...labels, [language]: changed } })
}

describe('a plan after the template or a label changed', () => {
  test('is held even if every limit allows it, and counts the pages with no other reason', async ({
    stage,
    mirror,
  }) => {
    mirror.policy.maxUpdateShare = 1
    await sync(mirror)
    await stage.mock.patchProduct(stage.gtins[0] ?? '', 'de-de', { name: 'Neu' })
    mirror.renderer = relabelled('de', 'attributes', 'Daten')
    const { verdicts, planned } = await plan(mirror)
    expect(planned).toEqual({ create: 0, update: 32, restore: 0, retire: 0 })
    expect(verdicts).toMatchObject([{ guard: 'template', count: 32, only: 31 }])
  })

  test('also reports the other guards that would hold it', async ({ mirror }) => {
    await sync(mirror)
    mirror.listed = mirror.listed.slice(0, 4)
    mirror.renderer = relabelled('de', 'attributes', 'Daten')
    const { verdicts } = await plan(mirror)
    expect(verdicts.map(({ guard, count }) => [guard, count])).toEqual([
      ['retire', 16],
      ['template', 16],
    ])
  })

  test('is not held on a first sync', async ({ mirror }) => {
    mirror.renderer = relabelled('de', 'attributes', 'Daten')
    expect((await plan(mirror)).verdicts).toEqual([])
  })

  test('shows three pages that differ, each of another product and language', async ({ mirror }) => {
    await sync(mirror)
    const all = { ...templates.labels }
    for (const language of ['de', 'fr', 'pl']) all[language] = { ...all[language], attributes: 'Daten' }
    mirror.renderer = createRenderer({ ...templates, labels: all })
    const runId = await hold(mirror)
    const run = await mirror.runs.read(runId)
    const samples = run?.samples ?? []
    expect(samples.map(({ language }) => language)).toEqual(['de-de', 'fr-fr', 'pl-pl'])
    expect(new Set(samples.map(({ gtin }) => gtin)).size).toBe(3)
    for (const { field, before, after } of samples) {
      expect(field).toBe('inner')
      expect(after).toContain('## Daten')
      expect(before).not.toContain('## Daten')
    }
    expect(await sampleTemplate(mirror, runId, go)).toEqual(samples)
  })

  test('shows no samples when no page differs', async ({ mirror }) => {
    await sync(mirror)
    mirror.renderer = { ...mirror.renderer, digest: 'another' }
    const run = await mirror.runs.read(await hold(mirror))
    expect(run?.samples).toEqual([])
  })
})

describe('a plan’s digest', () => {
  test('is equal for equal changes in any order, and different for any other change', async ({
    stage,
    mirror: first,
  }) => {
    const second = stage.openMirror()
    const { runId } = await plan(first)
    const other = await plan(second)
    const digest = await digestPlan(first, runId)
    expect(await digestPlan(second, other.runId)).toBe(digest)
    expect(await digestPlan({ ...first, renderer: { ...first.renderer, digest: 'x' } }, runId)).not.toBe(
      digest,
    )
    const [id = ''] = await first.plans.list(runId, 'write', 5, 1)
    const [change] = await first.plans.read(runId, [id])
    if (change?.kind !== 'create') throw new Error('no create')
    await first.plans.save(runId, [{ ...change, digest: 'another' }])
    expect(await digestPlan(first, runId)).not.toBe(digest)
    await first.plans.save(runId, [{ ...change, kind: 'update', pageId: 7, fields: ['name'] }])
    const bound = await digestPlan(first, runId)
    await first.plans.save(runId, [{ ...change, kind: 'update', pageId: 8, fields: ['name'] }])
    expect(await digestPlan(first, runId)).not.toBe(bound)
    await first.plans.save(runId, [change])
    expect(await digestPlan(first, runId)).toBe(digest)
    await first.plans.drop(runId, [id])
    expect(await digestPlan(first, runId)).not.toBe(digest)
  })

  test('is stored with a held run, and repeating the review does not change it', async ({ mirror }) => {
    const runId = await hold(mirror)
    const run = await mirror.runs.read(runId)
    expect(run?.planDigest).toBe(await digestPlan(mirror, runId))
    if (run) expect((await reviewPlan(mirror, run, go)).planned).toEqual(run.planned)
  })
})
