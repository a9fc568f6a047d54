import { afterAll, beforeAll, expect, test } from 'vitest'
import { openNewFolder, type NewFolder } from '../helpers/world/new-folder.ts'
import { openStage, type Stage } from './mirror/stage.ts'

let stage: Stage
let folder: NewFolder
beforeAll(async () => {
  stage = await openStage({ gtins: 2, languages: ['de-de', 'en-gb'] })
  await stage.setCatalog(await stage.partner.gtins())
  folder = await openNewFolder()
})
afterAll(async () => {
  await folder?.close()
  await stage?.close()
})

function init(changes: Record<string, string> = {}) {
  const { env } = stage
  const flags = {
    'partner-url': env.PARTNER_BASE_URL,
    'partner-token': env.PARTNER_TOKEN,
    'site-url': stage.engine.siteUrl,
    user: env.CMS_USER,
    password: env.CMS_PASSWORD,
    catalog: env.CATALOG,
    ...changes,
  }
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])
  return folder.run(['init', '--force', ...args], { DATA_DIR: env.DATA_DIR, LOG_LEVEL: 'warn' })
}

test.each([
  ['permalinks of names', '/%postname%/', '/wp-json'],
  ['plain permalinks', '', '/index.php?rest_route='],
])('on a site with %s, init finds the REST root and plans the pages', async (_, structure, root) => {
  await stage.engine.dbQuery(
    `UPDATE wp_options SET option_value = '${structure}' WHERE option_name = 'permalink_structure'`,
  )
  const { code, stdout, stderr } = await init()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Plan \S+: 4 to create/m)
  const text = await folder.readEnv()
  expect(text).toContain(`CMS_API_ROOT=${stage.engine.siteUrl}${root}\nCMS_NAMESPACE=wp/v2\n`)
  expect(await stage.site.pages()).toEqual([])
})

test('after a wrong password, init names the page of the site that creates one', async () => {
  const { code, stderr } = await init({ password: 'abcd efgh ijkl mnop qrst uvwx' })
  expect({ code, stderr }).toEqual({
    code: 7,
    stderr: expect.stringContaining(
      `${stage.engine.siteUrl}/wp-admin/authorize-application.php?app_name=product-mirror`,
    ) as string,
  })
})
