import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './mirror/stage.ts'

// The tests depend on each other and share one site. Each starts with the state that the previous one left.

const trashFlag = 'media-trash'
const languages = ['de-de', 'en-gb', 'pl-pl']

let stage: Stage
let gtin = ''

beforeAll(async () => {
  stage = await openStage({ gtins: 4, languages })
  const gtins = await stage.partner.gtins()
  gtin = gtins[0] ?? ''
  await stage.setCatalog(gtins)
  // PHP caches the settings for seconds, so they check for a file that the last test creates.
  const config = join(stage.engine.siteFolder, 'wp-config.php')
  const define = `define( 'MEDIA_TRASH', file_exists( __DIR__ . '/${trashFlag}' ) );\n`
  await writeFile(config, (await readFile(config, 'utf8')).replace("define( 'WP_DEBUG'", `${define}$&`))
})
afterAll(() => stage?.close())

type File = { id: number; slug: string; title: string; file: string; alt: string; status: string }

async function files(): Promise<File[]> {
  const rows = await stage.engine.dbQuery(`
    SELECT p.ID, p.post_name, p.post_title, f.meta_value, COALESCE(a.meta_value, ''), p.post_status
    FROM wp_posts p JOIN wp_postmeta f ON f.post_id = p.ID AND f.meta_key = '_wp_attached_file'
    LEFT JOIN wp_postmeta a ON a.post_id = p.ID AND a.meta_key = '_wp_attachment_image_alt'
    WHERE p.post_type = 'attachment' ORDER BY p.ID`)
  return rows.map(([id, slug = '', title = '', file = '', alt = '', status = '']) => {
    return { id: Number(id), slug, title, file, alt, status }
  })
}

test('WordPress keeps the name, title and slug that the mirror chose', async () => {
  expect(await stage.sync()).toMatchObject({ exitCode: 0, failed: 0 })
  const found = await files()
  expect(found.length).toBeGreaterThan(0)
  for (const { slug, file } of found) {
    expect(slug).toMatch(/^media-[0-9a-f]{64}$/)
    const hash = slug.slice('media-'.length, 'media-'.length + 8)
    expect(file).toMatch(
      new RegExp(`^\\d{4}/\\d{2}/[a-z0-9]+(?:-[a-z0-9]+)*-(?:de|en-gb|pl)-${hash}\\.(?:pdf|png)$`),
    )
  }
  for (const [language, label] of [
    ['de-de', 'Produktdatenblatt'],
    ['en-gb', 'Product data sheet'],
    ['pl-pl', 'Karta techniczna produktu'],
  ]) {
    const { name } = await stage.fetchProduct(gtin, language ?? '')
    expect(found.map(({ title }) => title)).toContain(`${name} – ${label} (${language})`)
  }
})

test('images are described in English, the default if all languages are mirrored', async () => {
  const pictures = (await files()).filter(({ file }) => file.endsWith('.png'))
  expect(pictures.length).toBeGreaterThan(0)
  const names = await Promise.all(
    (await stage.partner.gtins()).map(async (one) => (await stage.fetchProduct(one, 'en-gb')).name),
  )
  for (const { alt } of pictures) expect(names).toContain(alt)
})

test('a replaced file is listed, and stays if WordPress has no trash for files', async () => {
  const before = await files()
  await stage.partner.patchProduct(gtin, 'de-de', { intro: 'Neue Worte.' })
  expect((await stage.sync()).notes?.join()).toContain('no longer shown by any page')
  const { notes } = await stage.sync({ MEDIA_CLEANUP: 'trash' })
  expect(notes?.join()).toContain('the CMS has no trash for files')
  const after = await files()
  expect(after.filter(({ id }) => before.some((one) => one.id === id))).toEqual(before)
})

test('with MEDIA_TRASH only the replaced file is in the trash', async () => {
  const before = await files()
  await writeFile(join(stage.engine.siteFolder, trashFlag), '')
  const { notes } = await stage.sync({ MEDIA_CLEANUP: 'trash' })
  expect(notes?.join()).toContain('in the trash of the media library')
  const after = await files()
  const trashed = after.filter(({ status }) => status === 'trash')
  expect(trashed.length).toBeGreaterThan(0)
  for (const { id } of trashed) {
    const was = before.find((one) => one.id === id)
    expect(was?.title).toMatch(/\(de-de\)$/)
    const pages = await stage.site.pages()
    expect(pages.filter(({ content }) => content.includes(was?.file ?? ''))).toEqual([])
  }
  expect(after.filter(({ status }) => status !== 'trash')).toEqual(
    before.filter(({ id }) => !trashed.some((one) => one.id === id)),
  )
})
