import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenCms, type Told, openCms, site } from '../open-cms.ts'

let cms: OpenCms

beforeAll(async () => {
  cms = await openCms()
})
afterAll(() => cms.close())
beforeEach(() => cms.reset())

const headOf = (url: string): Promise<Told> =>
  cms.ask(null, 'GET', `/seo/v1/get_head?url=${encodeURIComponent(url)}`)

type Graph = { '@type': string; [member: string]: unknown }[]

function graphOf({ body }: Told): Graph {
  return (body['json'] as { schema: { '@graph': Graph } }).schema['@graph']
}

test('the head of a page has title, robots, canonical URL and Open Graph, as markup and as data', async () => {
  const featured = await cms.upload('a.jpg', 40, 30)
  const above = cms.add('page', { title: 'Tools', slug: 'tools' })
  const content = '<p>Drills <b>fast</b> & well.</p>'
  cms.add('page', { title: 'Drill "X" & co', slug: 'drill', parent: above.id, content, featured })
  const told = await headOf(`${site}/tools/drill/?utm=1#top`)
  expect(told.status).toBe(200)
  expect(told.body['json']).toMatchObject({
    title: 'Drill "X" & co – Reference site',
    robots: { index: 'index', follow: 'follow' },
    canonical: `${site}/tools/drill/`,
    og_type: 'article',
    og_description: 'Drills fast & well.',
    og_image: [{ url: `${site}/uploads/2026/03/a.jpg`, width: 40, height: 30, type: 'image/jpeg' }],
  })
  expect(told.body['json']).not.toHaveProperty('description')
  const html = String(told.body['html']).split('\n')
  expect(html).toEqual(
    expect.arrayContaining([
      '<title>Drill &quot;X&quot; &amp; co – Reference site</title>',
      '<meta name="robots" content="index, follow, max-snippet:-1, max-image-preview:large, max-video-preview:-1" />',
      `<link rel="canonical" href="${site}/tools/drill/" />`,
      '<meta property="og:description" content="Drills fast &amp; well." />',
    ]),
  )
  const graph = graphOf(told)
  expect(graph.map((node) => node['@type'])).toEqual(['WebPage', 'ImageObject', 'BreadcrumbList', 'WebSite'])
  expect(graph[2]?.['itemListElement']).toMatchObject([
    { position: 1, name: 'Home' },
    { position: 2, name: 'Tools', item: `${site}/tools/` },
    { position: 3 },
  ])
})

test('title and description of the row have precedence over derived ones, and no content ends the script', async () => {
  const meta = { _seo_title: '</script><b>Hi', _seo_metadesc: 'Told in full' }
  cms.add('post', { title: 'Plain', slug: 'plain', meta })
  const { body } = await headOf(`${site}/plain`)
  expect(body['json']).toMatchObject({ title: meta['_seo_title'], description: 'Told in full' })
  expect(String(body['html']).match(/<\/script>/g)).toHaveLength(1)
  const script = /<script type="application\/ld\+json">(.*)<\/script>/.exec(String(body['html']))?.[1]
  expect(JSON.parse(script ?? '')).toEqual((body['json'] as { schema: unknown }).schema)
})

test('password-protected content is not part of the head', async () => {
  cms.add('page', { title: 'Inner', slug: 'inner', password: 'secret-enough', content: 'hidden words' })
  expect(JSON.stringify((await headOf(`${site}/inner/`)).body)).not.toContain('hidden words')
})

test('the home page represents the site and the configured company or person', async () => {
  const path = '/seo/v1/configuration'
  await cms.ask('admin', 'POST', `${path}/site_representation`, {
    company_or_person: 'company',
    company_name: 'Tools & Co',
    description: 'All tools',
  })
  await cms.ask('admin', 'POST', `${path}/social_profiles`, {
    social_a_site: 'https://a.example/x',
    other_social_urls: ['https://b.example/y'],
  })
  const told = await headOf(site)
  expect(told.body).toMatchObject({
    status: 200,
    json: { title: 'Reference site', og_type: 'website', canonical: `${site}/`, description: 'All tools' },
  })
  expect(graphOf(told).at(-1)).toMatchObject({
    '@type': 'Organization',
    name: 'Tools & Co',
    sameAs: ['https://a.example/x', 'https://b.example/y'],
  })
})

test.each([
  `${site}/nowhere/`,
  `${site}/?page_id=3`,
  `${site}/?p=999`,
  'https://elsewhere.example/sample-page/',
  'sample-page',
])('%s gets 404 and a head with noindex', async (url) => {
  const { status, body } = await headOf(url)
  expect(status).toBe(404)
  expect(body).toMatchObject({ status: 404, json: { robots: { index: 'noindex' } } })
  expect(body['html']).toContain('<title>Page not found – Reference site</title>')
  expect(body['html']).not.toContain('canonical')
})

test('slugs with non-ASCII letters and short URLs are found', async () => {
  const row = cms.add('page', { title: '製品', slug: '製品' })
  expect((await headOf(`${site}/製品/`)).status).toBe(200)
  expect((await headOf(`${site}/%E8%A3%BD%E5%93%81`)).status).toBe(200)
  expect((await headOf(`${site}/?page_id=${row.id}`)).status).toBe(200)
})

test('a request without a URL is rejected', async () => {
  expect(await cms.ask(null, 'GET', '/seo/v1/get_head')).toMatchObject({
    status: 400,
    body: { message: 'Missing parameter(s): url' },
  })
})
