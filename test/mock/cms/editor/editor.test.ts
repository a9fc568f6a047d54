import { unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { serveCms } from '../serve.ts'

const cms = await serveCms()
const base = '/cms-block-editor/v1'
afterAll(() => cms.close())

test('the export is an archive with an installable theme', async () => {
  const { bytes, headers } = await cms.rest('admin', 'GET', `${base}/export`)
  expect(headers['content-disposition']).toBe('attachment; filename=reference.zip')
  const files = Object.entries(unzipSync(bytes)).map(
    ([name, content]) => [name, Buffer.from(content).toString()] as const,
  )
  const theme = new Map(files)
  expect([...theme.keys()]).toEqual(
    expect.arrayContaining([
      'reference/style.css',
      'reference/theme.json',
      'reference/templates/index.html',
      'reference/templates/page-no-title.html',
      'reference/parts/header.html',
    ]),
  )
  expect(theme.get('reference/style.css')).toContain('Theme Name: Reference')
  const declaration: unknown = JSON.parse(theme.get('reference/theme.json') ?? '')
  expect(declaration).toMatchObject({ version: 3, customTemplates: [{ name: 'page-no-title' }] })
})

test('the settings contain colours, sizes and upload types that match the theme', async () => {
  const { json } = await cms.rest('editor1', 'GET', `${base}/settings`)
  expect(json).toMatchObject({
    colors: expect.arrayContaining([{ name: 'Accent', slug: 'accent', color: '#0a58ca' }]),
    fontSizes: expect.arrayContaining([{ name: 'Large', slug: 'large', size: '1.35rem' }]),
    allowedMimeTypes: { 'jpg|jpeg|jpe': 'image/jpeg', pdf: 'application/pdf' },
    imageSizes: expect.arrayContaining([{ slug: 'medium', name: 'Medium' }]),
    imageDimensions: { thumbnail: { width: 150, height: 150, crop: true } },
    maxUploadFileSize: 33_554_432,
  })
  expect(JSON.stringify(json)).toContain('--wp--preset--color--accent:#0a58ca;')
})

test('the assets are tags, and list the registered blocks', async () => {
  const { json } = await cms.rest('editor1', 'GET', `${base}/assets`)
  const {
    styles,
    scripts,
    allowed_block_types: blocks,
  } = json as {
    styles: string
    scripts: string
    allowed_block_types: string[]
  }
  expect(styles).toMatch(/^<link rel='stylesheet' id='wp-components-css' href='http:\/\/cms\.test\//)
  expect(scripts).toMatch(/<script src="http:\/\/cms\.test\/[^"]+" id="wp-blocks-js"><\/script>/)
  expect(blocks).toContain('core/group')
})

test('settings and assets require the right to edit posts', async () => {
  for (const [what, code] of [
    ['settings', 'rest_cannot_read_block_editor_settings'],
    ['assets', 'rest_cannot_read_block_editor_assets'],
  ] as const) {
    expect(await cms.rest(null, 'GET', `${base}/${what}`)).toMatchObject({ status: 401, json: { code } })
    expect(await cms.rest('sub1', 'GET', `${base}/${what}`)).toMatchObject({ status: 403, json: { code } })
  }
})

test('the patterns are blocks that WordPress does not change', async () => {
  const { json } = await cms.rest('editor1', 'GET', '/cms/v2/block-patterns/patterns')
  const patterns = json as { name: string; content: string }[]
  expect(patterns.length).toBeGreaterThan(3)
  for (const { content } of patterns) {
    const page = await cms.rest('admin', 'POST', '/cms/v2/pages', { content })
    expect(page).toHaveProperty('json.content', expect.objectContaining({ raw: content, block_version: 1 }))
  }
})

test('the list of icons ignores paging and applies the search', async () => {
  const names = async (query: string): Promise<string[]> => {
    const { json, headers } = await cms.rest('editor1', 'GET', `/cms/v2/icons?${query}`)
    expect(headers).not.toHaveProperty('x-wp-total')
    return (json as { name: string }[]).map(({ name }) => name)
  }
  const all = await names('')
  expect(all.length).toBeGreaterThan(10)
  expect(await names('per_page=2&page=3')).toEqual(all)
  expect(await names('search=arrow')).toEqual(all.filter((name) => name.includes('arrow')))
  expect(await cms.rest('editor1', 'GET', '/cms/v2/icons?per_page=101')).toMatchObject({ status: 400 })
})
