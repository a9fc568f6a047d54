import { afterEach, expect, test } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import type { CmsPage } from '../../helpers/content/editor.ts'
import { withPicture } from '../../helpers/content/picture-template.ts'
import { sync } from '../../helpers/sync/sync-run.ts'
import { useStage } from '../../helpers/sync/use-stage.ts'
import { verify } from '../../helpers/sync/verify-run.ts'

type Oddity = 'filtered-html' | 'verbatim-blocks'

const stage = useStage({ gtins: 12, languages: 'de-de,fr-fr' })
afterEach(() => stage.mock.clearFaults())

const engineDoes = (name: Oddity) => stage.mock.faults([{ side: 'cms', kind: 'oddity', name }])

/** What the engine's filter rewrites of it: the end of the picture's tag. */
const renderer = createRenderer(withPicture(await readTemplates()))

/** A mirror with pictures and PDFs in all of its blocks. */
async function openSynced() {
  const mirror = stage.openMirror()
  mirror.renderer = renderer
  const { run } = await sync(mirror, { media: true })
  expect(run).toMatchObject({ state: 'done', counts: { created: 24 }, media: { failed: 0 } })
  return mirror
}

/** Saves every page again, as an editor would who changed no word; answers how many came out otherwise. */
async function saveAgain(rewrite: (texts: string) => string = (texts) => texts): Promise<number> {
  const before = await stage.editor.recordPages()
  for (const { id, title, excerpt, content } of before) {
    const [newTitle, newExcerpt, newContent] = [title, excerpt, content].map(({ raw }) => rewrite(raw))
    await stage.editor.edit(id, { title: newTitle, excerpt: newExcerpt, content: newContent })
  }
  const after = new Map((await stage.editor.recordPages()).map((page) => [page.id, page]))
  return before.filter((page) => textOf(page) !== textOf(after.get(page.id))).length
}

const textOf = (page: CmsPage | undefined): string =>
  page === undefined ? '' : `${page.title.raw} ${page.excerpt.raw} ${page.content.raw}`

test('a CMS that kept blocks byte for byte and now reformats them shows no drift', async () => {
  await engineDoes('verbatim-blocks')
  const mirror = await openSynced()
  await stage.mock.clearFaults()
  await saveAgain()
  expect((await verify(mirror)).findings).toEqual([])
})

test('a CMS that formats the JSON of blocks differently shows no drift', async () => {
  const mirror = await openSynced()
  await engineDoes('verbatim-blocks')
  const spelt = await saveAgain((texts) =>
    texts.replace(/<!-- wp:(\S+) (\{.*?\}) (\/?)-->/g, (_, name: string, json: string, end: string) => {
      const spaced = json.replaceAll('":', '": ').replaceAll('ö', '\\u00f6')
      return `<!-- wp:core/${name} ${spaced} ${end}-->`
    }),
  )
  expect(spelt).toBe(24)
  expect((await verify(mirror)).findings).toEqual([])
  await stage.mock.clearFaults()
  expect((await verify(mirror)).findings).toEqual([])
})

test('a save by a user without the right to unfiltered markup shows no drift', async () => {
  const mirror = await openSynced()
  await engineDoes('filtered-html')
  expect(await saveAgain()).toBe(24)
  expect((await verify(mirror)).findings).toEqual([])
})

test('pages that the CMS filtered as the mirror wrote them show no drift', async () => {
  await engineDoes('filtered-html')
  const mirror = await openSynced()
  expect((await verify(mirror)).findings).toEqual([])
  await stage.mock.clearFaults()
  expect((await verify(mirror)).findings).toEqual([])
})

test('different entities, white space and line ends are no drift', async () => {
  const mirror = await openSynced()
  const spelt = await saveAgain((texts) =>
    texts
      .replaceAll('&nbsp;', '\u00a0')
      .replaceAll(/(?<=>[^<]*)"(?=[^>]*<)/g, '&quot;')
      .replaceAll('–', '&#8211;')
      .replaceAll('ü', '&uuml;')
      .replaceAll('\n', '\r\n')
      .replaceAll('"/>', '" />'),
  )
  expect(spelt).toBe(24)
  expect((await verify(mirror)).findings).toEqual([])
})
