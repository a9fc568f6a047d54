import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { templatesOfFile, withWorld } from '../../helpers/fixtures.ts'

type MediaRow = {
  slug: string
  title: { raw: string }
  alt_text: string
  source_url: string
  media_type: string
}

const languages = ['de-de', 'en-gb', 'pl-pl']

const it = withWorld({ gtins: 12, languages }).extend('templates', { scope: 'file' }, templatesOfFile)

const fields = '_fields=slug,title,alt_text,source_url,media_type'

describe('the media library of a mirror', () => {
  it('distinguishes the documents of a product by name, document and language', async ({
    world,
    templates,
  }) => {
    const page =
      '<% if (it.image) { %><%~ it.blocks.image(it.image) %><% } %>\n<%~ it.blocks.linkList(it.downloads) %>'
    await writeFile(join(templates, 'page.eta'), page)
    Object.assign(world.env, { TEMPLATE_DIR: templates })
    expect((await world.report('sync', '--json')).code).toBe(0)
    const media = await world.cms<MediaRow[]>('GET', `/cms/v2/media?context=edit&per_page=100&${fields}`)
    expect(media.every(({ slug }) => /^media-[0-9a-f]{64}$/.test(slug))).toBe(true)
    const pages = await world.recordPages()
    for (const { content } of pages) {
      const shown = media.filter(({ source_url: url }) => content.raw.includes(`"${url}"`))
      expect(shown.length).toBeGreaterThan(0)
      expect(new Set(shown.map(({ title }) => title.raw)).size).toBe(shown.length)
    }
    for (const { slug, title, source_url: url, media_type: type } of media) {
      const hash = slug.slice('media-'.length, 'media-'.length + 8)
      expect(url).toMatch(new RegExp(`/[a-z0-9-]+-(?:de|en-gb|pl)-${hash}\\.(?:pdf|png)$`))
      if (type === 'image') continue
      const document =
        /^(.+) – (?:Produktdatenblatt|Sicherheitsdatenblatt|Leistungserklärung) \(de-de\)$|^(.+) – (?:Product data sheet|Safety data sheet|Declaration of performance) \(en-gb\)$|^(.+) – (?:Karta \w+(?: produktu)?|Deklaracja właściwości użytkowych) \(pl-pl\)$/
      const [, ...names] = document.exec(title.raw) ?? []
      const name = names.find((one) => one !== undefined)
      expect(pages.some((row) => row.title.raw === name)).toBe(true)
    }
  })

  it('describes images in the default language, and each page in its own', async ({ world }) => {
    const pages = await world.recordPages()
    const english = new Set(pages.filter(({ slug }) => slug.endsWith('en-gb')).map(({ title }) => title.raw))
    const query = `/cms/v2/media?context=edit&media_type=image&per_page=100&${fields}`
    const pictures = await world.cms<MediaRow[]>('GET', query)
    expect(pictures.length).toBeGreaterThan(0)
    expect(pictures.filter(({ alt_text: alt }) => !english.has(alt))).toEqual([])
    const german = pages.filter(({ slug }) => slug.endsWith('de-de'))
    expect(german.length).toBeGreaterThan(0)
    for (const { content, title } of german)
      expect(content.raw).toContain(` alt="${title.raw.replaceAll('"', '&quot;')}"`)
  })

  it('is linked with document, language, type and size', async ({ world }) => {
    const pages = await world.recordPages()
    const linked = (language: string) => pages.find(({ slug }) => slug.endsWith(language))?.content.raw
    expect(linked('de-de')).toMatch(/>Produktdatenblatt<\/a> \(Deutsch, PDF, \d+ kB\)/)
    expect(linked('en-gb')).toMatch(/>Product data sheet<\/a> \(English, PDF, \d+ kB\)/)
    expect(linked('pl-pl')).toMatch(/>Karta techniczna produktu<\/a> \(Polski, PDF, \d+ kB\)/)
  })

  it('gets the same names for the same records after a loss of the files and of Redis', async ({ world }) => {
    const list = () => world.cms<MediaRow[]>('GET', `/cms/v2/media?context=edit&per_page=100&${fields}`)
    const before = (await list()).map(({ title, alt_text: alt, source_url: url }) =>
      [title.raw, alt, url].join(),
    )
    const ids = await world.cms<{ id: number }[]>('GET', '/cms/v2/media?per_page=100&_fields=id')
    for (const { id } of ids) await world.cms('DELETE', `/cms/v2/media/${id}?force=true`)
    for (const { id } of await world.recordPages())
      await world.cms('DELETE', `/cms/v2/pages/${id}?force=true`)
    await world.redis.flushall()
    expect((await world.report('sync', '--approve', '--json')).code).toBe(0)
    const after = (await list()).map(({ title, alt_text: alt, source_url: url }) =>
      [title.raw, alt, url].join(),
    )
    expect(after.sort()).toEqual(before.sort())
  })
})
