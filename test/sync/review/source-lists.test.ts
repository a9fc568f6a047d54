import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { readCatalog } from '../../../src/partner/catalog/read-catalog.ts'
import { openOddPartner, type OddPartner } from '../../helpers/sync/odd-partner.ts'
import type { Step } from '../../helpers/world/scripted-server.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { plan, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { guardText } from '../../../src/core/report/guard-text.ts'

const test = withMirror({ gtins: 7, languages: 'de-de,en-gb' })
  .extend('odd', async ({ stage }, { onCleanup }) => {
    const odd = await openOddPartner(stage.mock)
    onCleanup(() => odd.close())
    return odd
  })
  .extend('file', async ({ stage }, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'source-lists-'))
    onCleanup(() => rm(folder, { recursive: true }))
    const file = join(folder, 'catalog.txt')
    await writeFile(file, stage.gtins.join('\n'))
    return file
  })

test.beforeEach(async ({ mirror, odd, file }) => {
  mirror.partner = odd.partner
  mirror.readCatalog = (signal) => readCatalog({ place: file, maxEntries: 1_000 }, signal)
  await sync(mirror)
})

type World = { stage: Stage; mirror: Mirror; odd: OddPartner; file: string }

/** Nothing was lost: the next run finds everything as it was. */
async function expectWhole({ stage, mirror, odd, file }: World) {
  odd.recover()
  await stage.mock.clearFaults()
  await stage.mock.setLanguages(['de-de', 'en-gb'])
  await writeFile(file, stage.gtins.join('\n'))
  await stage.mock.zeroStats()
  const { run } = await sync(mirror)
  expect(run).toMatchObject({ state: 'done', counts: { records: 14, unchanged: 14, retired: 0 } })
  expect((await stage.mock.stats()).cmsWrites.total).toBe(0)
}

async function endRun(mirror: Mirror) {
  await mirror.runs.update((await mirror.runs.activeId()) ?? '', { state: 'failed' })
}

const page = '<!DOCTYPE html><title>Shop</title>'
const lists: Record<string, [Step, RegExp]> = {
  'is empty': [
    { json: [] },
    /language list contains no language code \(0 entries\)\. Ask the partner, or check PARTNER_BASE_URL/,
  ],
  'has an unknown form': [{ json: { codes: ['de-de'] } }, /language list has an unknown form/],
  'holds no codes': [{ json: ['Deutsch', 'English (GB)'] }, /contains no language code \(2 entries\)/],
  'is a page': [
    { body: page },
    /language list could not be read: the partner returned 200 with \d+ bytes of text\/html.*, which is not JSON/,
  ],
  'is not there': [
    { status: 404, json: { detail: 'Not found.' } },
    /no language list at PARTNER_BASE_URL: the partner returned 404: Not found/,
  ],
  'is a redirect': [
    { status: 302, headers: { location: '/login' } },
    /no language list at PARTNER_BASE_URL: the partner returned 302/,
  ],
  'breaks off': ['cut', /could not be read: .*Check PARTNER_BASE_URL, and that the partner is up/],
  'is behind a refused token': [
    { status: 403, json: { detail: 'No.' } },
    /refuses the token \(403: No\.\)\. Check PARTNER_TOKEN/,
  ],
}

describe('a run does not start to plan, and every page stays, when the list of languages', () => {
  test.for(Object.entries(lists))('%s', async ([_what, [step, told]], { stage, mirror, odd, file }) => {
    const before = await stage.editor.recordPages()
    odd.answer('/language/', step)
    await expect(plan(mirror)).rejects.toThrow(told)
    await endRun(mirror)
    expect(await stage.editor.recordPages()).toEqual(before)
    await expectWhole({ stage, mirror, odd, file })
  })
})

test('a list that lost a language retires no page and no link for some nights; then the plan needs an approval', async ({
  stage,
  mirror,
  odd,
  file,
}) => {
  const before = await stage.editor.recordPages()
  await stage.mock.setLanguages(['de-de'])
  for (const _ of [1, 2]) {
    expect((await plan(mirror, 'plan')).planned).toMatchObject({ update: 0, retire: 0 })
    await endRun(mirror)
    const { run } = await sync(mirror)
    expect(run).toMatchObject({ state: 'done', planned: { update: 0, retire: 0 } })
    expect(run.notes).toEqual([{ code: 'kept-language', language: 'en-gb', pages: 7, misses: 3, hours: 20 }])
    // A second run of the same night counts nothing.
    expect((await sync(mirror)).planned.retire).toBe(0)
    mirror.pass(86_400_000)
  }
  expect(await stage.editor.recordPages()).toEqual(before)
  mirror.policy = { ...mirror.policy, maxRetireShare: 1 }
  const { verdicts, planned } = await plan(mirror)
  expect(planned).toMatchObject({ retire: 7 })
  expect(verdicts.map((verdict) => `${verdict.guard}: ${guardText(verdict, 'would', undefined)}`)).toEqual([
    expect.stringMatching(/^language: Would retire 7 of 14 pages: the partner does not list en-gb/),
  ])
  await endRun(mirror)
  await expectWhole({ stage, mirror, odd, file })
})

test('a language that LANGUAGES names keeps its pages, however often the partner does not list it', async ({
  stage,
  mirror,
  odd,
  file,
}) => {
  mirror.languages = ['de-de', 'en-gb']
  mirror.policy = { ...mirror.policy, retireAfterMisses: 1 }
  odd.answer('/language/', { json: ['DE-de', 'de-de', 'EN.GB'] })
  const { run } = await sync(mirror)
  expect(run).toMatchObject({ state: 'done', planned: { update: 0, retire: 0 } })
  expect(run.notes).toEqual([{ code: 'language-not-served', language: 'en-gb' }])
  mirror.languages = ['de-de']
  const { planned, verdicts } = await plan(mirror)
  expect(planned.retire).toBe(7)
  expect(verdicts.map(({ guard }) => guard)).toEqual(['language'])
  await endRun(mirror)
  mirror.languages = 'all'
  await expectWhole({ stage, mirror, odd, file })
})

describe('a product that leaves the catalogue for a night, is listed again, and leaves for another night stays', () => {
  test.for(['is held', 'gets no response'] as const)(
    'although it %s in between',
    async (between, { stage, mirror, odd, file }) => {
      mirror.policy = { ...mirror.policy, retireAfterMisses: 2 }
      const [gtin = '', ...others] = stage.gtins
      const keys = ['de-de', 'en-gb'].map((language) => ({ gtin, language }))
      const isListed = async (listed: boolean) => {
        mirror.pass(86_400_000)
        await writeFile(file, (listed ? stage.gtins : others).join('\n'))
        return (await sync(mirror)).run.counts
      }
      expect(await isListed(false)).toMatchObject({ retired: 0 })
      if (between === 'is held') {
        const hold = { at: mirror.now().toISOString(), by: 'anna', kind: 'hold', reason: 'Foto' } as const
        await mirror.decisions.save(keys.map((key) => ({ key, value: hold })))
        expect(await isListed(true)).toMatchObject({ held: 2 })
        await mirror.decisions.remove(keys)
      } else {
        await stage.mock.faults([{ side: 'partner', path: `/product/${gtin}`, kind: 'status', status: 500 }])
        expect(await isListed(true)).toMatchObject({ failed: 2 })
      }
      expect(await isListed(false)).toMatchObject({ retired: 0 })
      await expectWhole({ stage, mirror, odd, file })
    },
  )
})

const catalogues: Record<string, [string | undefined, RegExp]> = {
  'has vanished': [undefined, /^The catalogue .*catalog\.txt cannot be read: .*ENOENT.*\. Check CATALOG\.$/],
  'is empty': ['', /^The catalogue .*catalog\.txt cannot be parsed: it is empty\. Check CATALOG\.$/],
  'is a page': [page, /it is a web page, perhaps of a login, instead of a list of GTINs: <!DOCTYPE html>/],
  'is garbled': ['4026\u0000\n\uFFFD\uFFFD', /contains no valid GTIN-13\. Errors: line 1:/],
}

describe('a run does not start to plan, and every page stays, when the catalogue', () => {
  test.for(Object.entries(catalogues))('%s', async ([_what, [text, told]], { stage, mirror, odd, file }) => {
    const before = await stage.editor.recordPages()
    if (text === undefined) await rm(file)
    else await writeFile(file, text)
    await expect(plan(mirror)).rejects.toThrow(told)
    await endRun(mirror)
    expect(await stage.editor.recordPages()).toEqual(before)
    await expectWhole({ stage, mirror, odd, file })
  })
})

test('a catalogue that was cut off in the middle: the torn line is named, and nothing that is missing is retired', async ({
  stage,
  mirror,
  odd,
  file,
}) => {
  await writeFile(file, stage.gtins.join('\n').slice(0, 3 * 14 + 5))
  for (const _ of [1, 2, 3, 4]) {
    mirror.pass(86_400_000)
    const { run } = await sync(mirror)
    expect(run).toMatchObject({ state: 'done', planned: { retire: 0 } })
    expect(run.notes).toEqual([
      {
        code: 'catalog',
        detail: expect.stringMatching(/^line 4: "\d{5}" has 5 digits, a GTIN-13 has 13$/) as unknown,
      },
      { code: 'kept-unreadable', pages: 8, unreadable: 1 },
    ])
  }
  await expectWhole({ stage, mirror, odd, file })
})
