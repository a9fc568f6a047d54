import { writeFile } from 'node:fs/promises'
import { afterAll, expect, onTestFinished } from 'vitest'
import { withWorld } from '../../helpers/fixtures.ts'
import type { World } from '../../helpers/world/mirror-world.ts'
import { openChangingProxy, type Meddling, type ProxiedCall } from '../../helpers/world/changing-proxy.ts'

const it = withWorld({ gtins: 3, languages: ['de-de'] })

/** A site behind a proxy or plugin that breaks it, and the output of `doctor` that names the cause. */
type Setup = {
  name: string
  meddling: Meddling
  says: RegExp
  env?: (root: string) => Record<string, string>
  prepare?: (world: World) => Promise<unknown>
}

const json = (status: number, value: unknown) => ({
  status,
  body: JSON.stringify(value),
  type: 'application/json',
})
const refusal = (status: number, code: string) => json(status, { code, message: 'No.', data: { status } })
const page = (status: number, headers: Record<string, string> = {}) => ({
  status,
  body: `<html><title>${status}</title><h1>Forbidden</h1></html>`,
  headers,
})
const pathOf = ({ path }: ProxiedCall): string => path.replace(/^\/[^?]*?\/(?=cms\/v2|batch|\?)/, '/')
const isIndex = (call: ProxiedCall): boolean => /^\/(\?|$)/.test(pathOf(call))
const isUpload = ({ method, path }: ProxiedCall): boolean => method === 'POST' && path.includes('/media?')

/** Changes the JSON of the index. */
const withIndex = (change: Record<string, unknown>): Meddling => ({
  after(call, answer) {
    if (!isIndex(call)) return answer
    const known = JSON.parse(answer.body) as Record<string, unknown>
    const routes = { ...(known['routes'] as object), ...(change['routes'] as object | undefined) }
    return { ...answer, body: JSON.stringify({ ...known, ...change, routes }) }
  },
})
const around = (before: string, after: string): Meddling => ({
  after: (_, answer) => ({ ...answer, body: before + answer.body + after }),
})

/** Keeps the first response to each GET of pages. */
function caching(): Meddling {
  const kept = new Map<string, string>()
  return {
    after(call, answer) {
      if (call.method !== 'GET' || !call.path.includes('/pages')) return answer
      const body = kept.get(call.path) ?? answer.body
      if (body !== '[]') kept.set(call.path, body)
      return { ...answer, body }
    },
  }
}

const setups: Setup[] = [
  {
    name: 'the Authorization header is stripped',
    meddling: {
      before: () => ({ headers: { authorization: undefined } }),
      ...withIndex({ authentication: { 'application-passwords': {} } }),
    },
    says: /CMS user.*did not accept the credentials.*→ Check CMS_USER.*does not receive the Authorization header.*CGIPassAuth/,
  },
  {
    name: 'application passwords are switched off',
    meddling: { before: () => ({ headers: { authorization: undefined } }) },
    says: /CMS user.*has application passwords switched off,.*Allow them in the security plug-in/,
  },
  {
    name: 'the web server demands its own login',
    meddling: { instead: () => page(401, { 'www-authenticate': 'Basic realm="Staging"' }) },
    says: /CMS user.*web server in front of the CMS demands a login \(“Staging”\)/,
  },
  {
    name: 'a plug-in closes REST to visitors',
    meddling: { instead: () => refusal(401, 'rest_cannot_access') },
    says: /CMS user.*plug-in of the CMS closes the REST API.*rest_cannot_access/,
  },
  {
    name: 'a firewall rejects the whole REST API',
    meddling: { instead: () => page(403) },
    says: /CMS user.*Something in front of the CMS rejects its REST API/,
  },
  {
    name: 'the password is wrong',
    meddling: { instead: (call) => (isIndex(call) ? undefined : refusal(401, 'incorrect_password')) },
    says: /CMS user.*rejected the credentials while.*incorrect_password.*Check CMS_USER and CMS_PASSWORD/,
  },
  {
    name: 'the role is author',
    meddling: {
      instead: ({ path }) =>
        path.includes('/users/me')
          ? json(200, {
              id: 9,
              name: 'Mirror',
              roles: ['author'],
              capabilities: { upload_files: true, edit_posts: true },
            })
          : undefined,
    },
    says: /CMS user.*user Mirror \(role author\) may not publish_pages, edit_others_pages, delete_others_pages.*role editor/,
  },
  {
    name: 'plain permalinks',
    meddling: {
      instead: ({ path }) => (path.startsWith('/?rest_route=') ? json(200, { namespaces: [] }) : page(404)),
    },
    env: (root) => ({ CMS_API_ROOT: `${new URL(root).origin}/wp-json` }),
    says: /CMS user.*has plain permalinks.*Set CMS_API_ROOT=http:\S+\/\?rest_route=/,
  },
  {
    name: 'http redirects to https',
    meddling: {
      instead: ({ path, headers }) => ({
        ...page(301),
        headers: { location: `https://${headers.host ?? ''}${path}` },
      }),
    },
    says: /CMS user.*redirected the request.*the site uses https.*Set CMS_API_ROOT=https:/,
  },
  {
    name: 'the site redirects to www',
    meddling: {
      instead: ({ path }) => ({ ...page(301), headers: { location: `https://www.site.example${path}` } }),
    },
    says: /CMS user.*the site has another host.*Set CMS_API_ROOT=https:\/\/www\.site\.example/,
  },
  {
    name: 'a redirect adds a slash',
    meddling: {
      instead: ({ path }) => ({ ...page(301), headers: { location: path.replace(/\?|$/, '/$&') } }),
    },
    says: /CMS user.*only the slash at the end of the path differs/,
  },
  {
    name: 'a redirect leads to a login page',
    meddling: { instead: () => ({ ...page(302), headers: { location: '/wp-login.php?redirect_to=%2F' } }) },
    says: /CMS user.*that is a login page/,
  },
  {
    name: 'a notice precedes the JSON',
    meddling: around('<br />\n<b>Notice</b>: Undefined $x in shop.php<br />\n', ''),
    says: /CMS replies.*“Notice : Undefined \$x in shop\.php” before its JSON.*WP_DEBUG_DISPLAY/,
  },
  {
    name: 'a byte order mark precedes the JSON',
    meddling: around('\uFEFF', ''),
    says: /CMS replies.*“a byte order mark” before its JSON/,
  },
  {
    name: 'a cache adds a comment after the JSON',
    meddling: around('', '\n<!-- Performance optimized by W3 -->'),
    says: /CMS replies.*“Performance optimized by W3” after its JSON/,
  },
  {
    name: 'two responses in one',
    meddling: around('', '\n{"id":1} x'),
    says: /CMS user.*“\{"id":1\} x” after its JSON/,
  },
  {
    name: 'a POST arrives as a GET',
    meddling: { instead: (call) => (isUpload(call) ? json(200, [{ id: 1 }]) : undefined) },
    says: /CMS uploads.*returned a list for a POST.*turned the POST into a GET.*Set CMS_API_ROOT/,
  },
  {
    name: 'a firewall rejects raw uploads',
    meddling: {
      instead: (call) =>
        isUpload(call) && !String(call.headers['content-type']).startsWith('multipart/')
          ? page(403)
          : undefined,
    },
    says: /CMS uploads.*rejects files that are sent as they are.*Forbidden.*files are sent as forms/,
  },
  {
    name: 'a firewall rejects all uploads',
    meddling: { instead: (call) => (isUpload(call) ? page(406) : undefined) },
    says: /CMS uploads.*the CMS takes no files:.*406.*Allow POST requests/,
  },
  {
    name: 'the limit of uploads is tiny',
    meddling: { instead: (call) => (isUpload(call) ? page(413) : undefined) },
    says: /CMS uploads.*the CMS takes no files:.*413.*→ Raise client_max_body_size/,
  },
  {
    name: 'the limit of uploads is below the largest file of a product',
    meddling: { instead: (call) => (isUpload(call) && call.body.length > 5_000 ? page(413) : undefined) },
    says: /CMS uploads.*takes no file of \d\S* kB, the size of the largest known one \(http.*413.*→ Raise client_max_body_size/,
  },
  {
    name: 'PHP crashes on large files',
    meddling: { instead: (call) => (isUpload(call) && call.body.length > 5_000 ? page(500) : undefined) },
    says: /CMS uploads.*takes no file of \d\S* kB, the size of the largest known one \(http.*500/,
  },
  {
    name: 'a plug-in refuses PDFs',
    meddling: {},
    prepare: ({ mock }) => mock.faults([{ side: 'cms', kind: 'refuse-types', types: ['application/pdf'] }]),
    says: /CMS uploads.*takes images, but no PDFs: .*not allowed to upload this file type\. Pages.*→ Allow/,
  },
  {
    name: 'revisions are switched off',
    meddling: { instead: ({ path }) => (path.includes('/revisions') ? json(200, []) : undefined) },
    says: /CMS writes.*pages have no revisions.*→ Switch revisions on \(WP_POST_REVISIONS\)/,
  },
  {
    name: 'a plug-in reviews changes',
    meddling: {},
    prepare: ({ mock }) => mock.faults([{ side: 'cms', kind: 'oddity', name: 'ignored-texts' }]),
    says: /CMS writes.*accepts changes of a test page and does not store them.*→ Allow/,
  },
  {
    name: 'a page builder replaces the content of pages',
    prepare: (world) => world.run('sync'),
    meddling: {
      after(_, answer) {
        const rows: unknown = JSON.parse(answer.body)
        const shown = (row: object) =>
          'content' in row
            ? { ...row, content: { ...Object(row.content), rendered: '<div class="elementor">' } }
            : row
        return Array.isArray(rows) ? { ...answer, body: JSON.stringify(rows.map(shown)) } : answer
      },
    },
    says: /CMS pages.*3 pages of 3 checked.*do not see the mirrored block: it is built with Elementor.*→ Switch the page back/,
  },
  {
    name: 'a firewall rejects batches',
    meddling: {
      instead: ({ method, path }) => (method === 'POST' && path.includes('batch/v1') ? page(403) : undefined),
    },
    says: /CMS batches.*the CMS refuses batches.*Allow this request/,
  },
  {
    name: 'a cache serves older responses',
    meddling: caching(),
    says: /CMS writes.*a cache serves the CMS’s REST API:.*read as it was before its change.*→ Exclude/,
  },
  {
    name: 'a minifier rewrites the texts',
    meddling: {
      after: (call, answer) =>
        call.method === 'GET' ? { ...answer, body: answer.body.replaceAll(/<!--.*?-->/g, '') } : answer,
    },
    says: /CMS writes.*something rewrites the text of pages in responses, such as a minifier/,
  },
  {
    name: 'a multilingual plug-in',
    meddling: withIndex({ namespaces: ['cms/v2', 'pll/v1'] }),
    says: /CMS site.*multilingual plug-in \(pll\/v1\).*Start with one product/,
  },
  {
    name: 'an image optimizer',
    meddling: withIndex({ namespaces: ['cms/v2', 'imagify/v1'] }),
    says: /CMS site.*image optimizer \(imagify\/v1\).*Set it to keep the originals/,
  },
  {
    name: 'a navigation that lists every page',
    meddling: {
      ...withIndex({ routes: { '/cms/v2/navigation': {} } }),
      instead: ({ path }) =>
        path.includes('/navigation?')
          ? json(200, [{ content: { rendered: '<ul class="wp-block-page-list"></ul>' } }])
          : undefined,
    },
    says: /CMS site.*navigation lists every page.*Add a navigation menu/,
  },
]

const table: string[] = []

afterAll(async () => {
  const file = process.env['DOCTOR_TABLE']
  if (file !== undefined) await writeFile(file, `| set-up | \`doctor\` |\n|---|---|\n${table.join('')}`)
})

it.for(setups.map((setup) => [setup.name, setup] as const))(
  'doctor names the cause: %s',
  async ([name, { meddling, says, env, prepare }], { world }) => {
    await prepare?.(world)
    onTestFinished(async () => void (await world.mock.faults([])))
    const proxy = await openChangingProxy(world.mock.origin, meddling)
    onTestFinished(() => proxy.close())
    const root = world.mock.cmsRoot.replace(world.mock.origin, proxy.origin)
    const { stdout } = await world.runWith({ CMS_API_ROOT: root, ...env?.(root) }, 'doctor')
    // A remedy has a separate line.
    const lines = stdout.replaceAll(/\n\s+→/g, ' →').split('\n')
    const said = lines.filter((line) => says.test(line.replaceAll(/\s+/g, ' ')))
    expect(said.length > 0 ? 'named' : stdout).toBe('named')
    table.push(`| ${name} | ${said[0]?.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')} |\n`)
  },
)
