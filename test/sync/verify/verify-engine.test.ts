import { expect } from 'vitest'
import { readTemplates } from '../../../config/templates.ts'
import { createRenderer } from '../../../src/core/render/renderer.ts'
import type { CmsPage } from '../../helpers/content/editor.ts'
import { withPicture } from '../../helpers/content/picture-template.ts'
import type { Mirror, Stage } from '../../helpers/sync/sync-deps.ts'
import { sync } from '../../helpers/sync/sync-run.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

type Oddity = 'filtered-html' | 'verbatim-blocks'

/** Includes the end of the image tag, which the engine's filter rewrites, and no script, which it breaks. */
const renderer = createRenderer({ ...withPicture(await readTemplates()), jsonLd: 'off' })

const test = withMirror({ gtins: 12, languages: 'de-de,fr-fr', mirror: { renderer } })

const engineDoes = (stage: Stage, name: Oddity) => stage.mock.faults([{ side: 'cms', kind: 'oddity', name }])

/** Images and PDFs in all blocks of the mirror. */
async function syncMedia(mirror: Mirror) {
  const { run } = await sync(mirror, { media: true })
  expect(run).toMatchObject({ state: 'done', counts: { created: 24 }, media: { failed: 0 } })
}

/** Saves every page again with the same words, spelled by `rewrite`; returns the number of pages whose markup differs. */
async function saveAgain(
  stage: Stage,
  rewrite: (texts: string) => string = (texts) => texts,
): Promise<number> {
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

test('a CMS that kept blocks byte for byte and now reformats them shows no drift', async ({
  stage,
  mirror,
}) => {
  await engineDoes(stage, 'verbatim-blocks')
  await syncMedia(mirror)
  await stage.mock.clearFaults()
  await saveAgain(stage)
  expect((await verify(mirror)).findings).toEqual([])
})

test('a CMS that formats the JSON of blocks differently shows no drift', async ({ stage, mirror }) => {
  await syncMedia(mirror)
  await engineDoes(stage, 'verbatim-blocks')
  const spelt = await saveAgain(stage, (texts) =>
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

test('a save by a user without the right to unfiltered markup shows no drift', async ({ stage, mirror }) => {
  await syncMedia(mirror)
  await engineDoes(stage, 'filtered-html')
  expect(await saveAgain(stage)).toBe(24)
  expect((await verify(mirror)).findings).toEqual([])
})

test('pages that the CMS filtered as the mirror wrote them show no drift', async ({ stage, mirror }) => {
  await engineDoes(stage, 'filtered-html')
  await syncMedia(mirror)
  expect((await verify(mirror)).findings).toEqual([])
  await stage.mock.clearFaults()
  expect((await verify(mirror)).findings).toEqual([])
})

test('different entities, white space and line ends are not drift', async ({ stage, mirror }) => {
  await syncMedia(mirror)
  const spelt = await saveAgain(stage, (texts) =>
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
