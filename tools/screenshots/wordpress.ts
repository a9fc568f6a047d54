import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { openStage, type Stage } from '../../test/wordpress/mirror/stage.ts'
import { arabic } from './arabic.ts'
import { narrow, wide, type Scene } from './save-picture.ts'
import { showThemes } from './wordpress-themes.ts'

/** Whether this machine has Debian’s WordPress. */
export const hasWordPress = existsSync('/usr/share/wordpress/wp-load.php')

const languages = ['en-gb', 'de-de', 'fr-fr', 'pl-pl', 'ar-ae']

/** A theme that shows images unchanged; the default theme shades them. */
const plainTheme = `
  UPDATE wp_options SET option_value = 'twentytwentyone' WHERE option_name IN ('template', 'stylesheet');
  REPLACE INTO wp_options (option_name, option_value)
    VALUES ('theme_mods_twentytwentyone', 'a:1:{s:16:"background_color";s:6:"ffffff";}')`

/** Mirrors a few products to a real WordPress, and shows a page in the editor and all types of pages in each theme. */
export async function showWordPress(take: (scene: Scene) => Promise<void>): Promise<void> {
  const stage = await openStage({ gtins: 5, languages })
  try {
    const gtins = await stage.partner.gtins()
    const [gtin = ''] = gtins
    await stage.setCatalog(gtins)
    await stage.partner.patchProduct(gtin, 'ar-ae', arabic)
    await stage.sync()
    const pageIn = (language: string) => stage.site.pageAt(`gtin-${gtin}-${language}`)
    const visit = (id: number): string => `${stage.engine.siteUrl}/?page_id=${id}`
    const english = await pageIn('en-gb')
    await take({
      name: 'wordpress-editor',
      url: `${stage.engine.siteUrl}/wp-login.php`,
      looks: [wide],
      prepare: (page) => openInEditor(page, stage, english.id),
    })
    await stage.engine.dbQuery(plainTheme)
    await take({ name: 'wordpress-page', url: visit(english.id), maxHeight: 2600 })
    const arab = await pageIn('ar-ae')
    await take({ name: 'wordpress-right-to-left', url: visit(arab.id), looks: [narrow], maxHeight: 2600 })
    await showThemes(stage, { gtin, language: 'en-gb' }, take)
  } finally {
    await stage.close()
  }
}

/** Logs in, opens a page in the block editor and selects the mirrored block. */
async function openInEditor(page: Page, { engine }: Stage, pageId: number): Promise<void> {
  await page.fill('#user_login', engine.user)
  await page.fill('#user_pass', engine.loginPassword)
  await page.click('#wp-submit')
  await page.waitForURL('**/wp-admin/**')
  await page.goto(`${engine.siteUrl}/wp-admin/post.php?post=${pageId}&action=edit`)
  await page.getByRole('button', { name: 'Close dialog' }).click()
  await page.getByRole('button', { name: 'List View' }).click()
  await page.locator('.block-editor-list-view-block-select-button').first().click()
  await page.locator('.editor-post-title').first().scrollIntoViewIfNeeded()
}
