import { blockNames } from '../extras/block-types.ts'
import type { Site } from '../rest/request.ts'
import { bodyStyles, presetStyles } from './theme.ts'

const version = '7.1'
const styleSheets = ['components', 'block-editor', 'block-library', 'editor']
const scripts = [
  'hooks',
  'i18n',
  'element',
  'data',
  'blocks',
  'components',
  'block-editor',
  'block-library',
  'editor',
]

/** The script and style tags that load the block editor outside the site. The files themselves are not served here. */
export function editorAssets({ home }: Site): Record<string, unknown> {
  const dist = `${home}/wp-includes`
  const linked = styleSheets.map(
    (name) =>
      `<link rel='stylesheet' id='wp-${name}-css' href='${dist}/css/dist/${name}/style.min.css?ver=${version}' media='all' />`,
  )
  const inline = `<style id='global-styles-inline-css'>\n${presetStyles}\n${bodyStyles}\n</style>`
  const loaded = scripts.map(
    (name) => `<script src="${dist}/js/dist/${name}.min.js?ver=${version}" id="wp-${name}-js"></script>`,
  )
  return {
    allowed_block_types: blockNames,
    styles: [...linked, inline, ''].join('\n'),
    scripts: [...loaded, ''].join('\n'),
  }
}
