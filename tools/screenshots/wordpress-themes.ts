import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { templateNames } from '../../config/templates.ts'
import type { Stage } from '../../test/wordpress/mirror/stage.ts'
import { narrow, wide, type Scene } from './save-picture.ts'

const look = { looks: [wide, narrow], colours: 64, maxHeight: 1300 }

/** Shows a product by each template, its language page and the root page in each installed theme. */
export async function showThemes(
  stage: Stage,
  { gtin, language }: { gtin: string; language: string },
  take: (scene: Scene) => Promise<void>,
): Promise<void> {
  const themes = await themesOf(stage)
  async function show(name: string, slug: string): Promise<void> {
    const { id } = await stage.site.pageAt(slug)
    for (const theme of themes) {
      await activate(stage, theme)
      const url = `${stage.engine.siteUrl}/?page_id=${id}`
      await take({ name: `wordpress-${theme}-${name}`, url, ...look })
    }
  }
  for (const template of templateNames) {
    await stage.sync({ TEMPLATE: template, BANNER: 'show', GUARD_MAX_UPDATE_SHARE: '1' })
    await show(template, `gtin-${gtin}-${language}`)
  }
  await show('listing', language)
  await show('languages', 'products')
}

/** The installed themes, by folder. */
async function themesOf({ engine }: Stage): Promise<string[]> {
  const folder = join(engine.siteFolder, 'wp-content/themes')
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

async function activate({ engine }: Stage, theme: string): Promise<void> {
  if (!/^[\w-]+$/.test(theme)) throw new Error(`unexpected name of a theme: ${theme}`)
  await engine.dbQuery(
    `UPDATE wp_options SET option_value = '${theme}' WHERE option_name IN ('template', 'stylesheet')`,
  )
}
