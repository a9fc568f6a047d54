import { noteTexts } from '../../helpers/content/reason-of.ts'
import { expect } from 'vitest'
import sharp from 'sharp'
import { saveMediaCounts } from '../../../jobs/review-plan.ts'
import { recordId, type RecordKey } from '../../../src/core/record/record.ts'
import { uploadMedia } from '../../../src/sync/media/upload-media.ts'
import { recheckAssets } from '../../../src/sync/plan/recheck-assets.ts'
import { drawPng } from '../../helpers/content/files.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { apply, go, plan } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'
import { openChangingProxy } from '../../helpers/world/changing-proxy.ts'

const picture = sharp(Buffer.from(await drawPng(90, 64)))
const [png, jpg, gif, webp, avif] = await Promise.all(
  (['png', 'jpeg', 'gif', 'webp', 'avif'] as const).map((format) =>
    picture.clone().toFormat(format).toBuffer(),
  ),
)
const cut = (bytes: Buffer | undefined): Buffer => Buffer.from(bytes ?? []).subarray(0, -9)
const page = Buffer.from('<!doctype html><title>Anmelden</title><p>Bitte melden Sie sich an.')

/** Responses in place of an image, each with its reason in the note. */
const broken: Record<string, [bytes: Buffer, reason: RegExp]> = {
  'cut.png': [cut(png), /it is cut off \(image\/png, \d+ bytes\)/],
  'cut-too.png': [cut(png), /it is cut off \(image\/png, \d+ bytes\)/],
  'cut.jpg': [cut(jpg), /it is cut off \(image\/jpeg, \d+ bytes\)/],
  'cut.gif': [cut(gif), /it is cut off \(image\/gif, \d+ bytes\)/],
  'cut.webp': [cut(webp), /it is cut off \(image\/webp, \d+ bytes\)/],
  'cut.avif': [cut(avif), /it is image\/avif, not image\/jpeg/],
  'whole.avif': [Buffer.from(avif ?? []), /it is image\/avif, not image\/jpeg/],
  'nothing.png': [Buffer.alloc(0), /it is empty/],
  'page.png': [page, /it is of an unknown type, not image\/jpeg/],
  'a.pdf.png': [Buffer.from('%PDF-1.4\n%%EOF\n'), /it is application\/pdf, not image\/jpeg/],
}
const names = Object.keys(broken)

const test = withMirror({ gtins: names.length }).extend('partner', async ({ stage }, { onCleanup }) => {
  const files = new Map<string, Uint8Array>()
  const proxy = await openChangingProxy(stage.mock.origin, {
    instead({ path }) {
      const body = files.get(path)
      return body && { status: 200, body, type: 'image/png' }
    },
  })
  onCleanup(() => proxy.close())
  return {
    origin: proxy.origin,
    files,
    mirror: stage.openMirror({ addresses: { partner: proxy.origin, cms: stage.mock.cmsRoot } }),
  }
})

const noDocuments = { datasheet: '', safety_datasheet: '', declaration_of_performance: '' }

/** A whole run; returns its notes about files. */
async function notesOf(mirror: Mirror): Promise<string[]> {
  const { runId } = await plan(mirror)
  await mirror.runs.update(runId, { state: 'writing' })
  const assets = await mirror.plans.listAssets(runId)
  await mirror.runs.setProgress(runId, { mediaTotal: assets.length })
  const results = [await uploadMedia(mirror, assets, go, { runId, readOnly: false })]
  await saveMediaCounts(mirror, runId, { results })
  const { run } = await apply(mirror, runId)
  return noteTexts(run.notes).filter((note) =>
    / media left out|^media left out|^media used|earlier version of a file/.test(note),
  )
}

/** Gives each product one file as its image. */
async function giveImages(stage: Stage, origin: string, mirror: Mirror): Promise<Map<string, RecordKey>> {
  const keys = new Map<string, RecordKey>()
  for (const [index, name] of names.entries()) {
    const key = { gtin: mirror.listed[index] ?? '', language: 'de-de' }
    keys.set(name, key)
    await stage.mock.patchProduct(key.gtin, '*', { image: `${origin}/files/${name}`, ...noDocuments })
  }
  return keys
}

test('PR-22: an image with text behind its end is used, and named in one note with others of the kind', async ({
  stage,
  partner,
}) => {
  const { origin, files, mirror } = partner
  const behind = Buffer.from(`<!-- ${'x'.repeat(50)} -->`)
  for (const name of names) files.set(`/files/${name}`, png ?? Buffer.alloc(0))
  for (const name of ['cut.png', 'page.png'])
    files.set(`/files/${name}`, Buffer.concat([Buffer.from(png ?? []), behind, Buffer.from(name)]))
  await giveImages(stage, origin, mirror)
  const notes = await notesOf(mirror)
  expect(notes).toEqual([
    expect.stringMatching(
      /^media used as it is: .*cut\.png \(.*\): it has 66 bytes after its end; likewise .*page\.png/,
    ),
  ])
})

test('every broken image is named in a note, with its record and the reason', async ({ stage, partner }) => {
  const { origin, files, mirror } = partner
  for (const [name, [bytes]] of Object.entries(broken)) files.set(`/files/${name}`, bytes)
  const keys = await giveImages(stage, origin, mirror)
  const notes = await notesOf(mirror)
  for (const [name, [, reason]] of Object.entries(broken)) {
    const key = keys.get(name)
    const image = `${origin}/files/${name} (${key ? recordId(key) : ''})`
    const note = notes.find((each) => each.includes(image)) ?? ''
    expect([name, note]).toEqual([name, expect.stringMatching(reason)])
  }
})

test('an image that the partner breaks later stays on its page, and a note names it', async ({
  stage,
  partner,
}) => {
  const { origin, files, mirror } = partner
  for (const [index, name] of names.entries()) files.set(`/files/${name}`, await drawPng(100 + index))
  const keys = await giveImages(stage, origin, mirror)
  expect(await notesOf(mirror)).toEqual([])
  files.set('/files/cut.png', cut(png))
  const url = `${origin}/files/cut.png`
  const { kept, changed } = await recheckAssets(mirror, [url], go)
  expect([kept, changed]).toEqual([[expect.stringMatching(/cut\.png: it is cut off/)], 0])
  const key = keys.get('cut.png')
  await stage.mock.patchProduct(key?.gtin ?? '', '*', { name: 'Neuer Name' })
  expect(await notesOf(mirror)).toEqual([
    expect.stringMatching(
      new RegExp(`^pages keep the earlier version of a file: ${url} \\(${key?.gtin}/de-de\\): it is cut off`),
    ),
  ])
  expect(await mirror.missingAssets.count()).toBe(0)
})
