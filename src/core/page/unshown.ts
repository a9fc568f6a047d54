import type { Page } from '../record/page.ts'
import type { MirroredPage } from './mirrored-page.ts'

type Shown = Pick<Page, 'content' | 'rendered' | 'hasPassword'>

/** Markers of page builders in the markup. */
const builders: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\belementor\b/, 'Elementor'],
  [/\bet_pb_/, 'Divi'],
  [/\bfl-builder\b/, 'Beaver Builder'],
  [/\b(?:vc_row|wpb_)/, 'WPBakery'],
  [/\bbrxe-/, 'Bricks'],
]

export const unshownRemedy = 'Switch the page back to the block editor, or remove what replaces its content'

/**
 * Why visitors do not see the mirrored block of a page. Undefined if they do, if this is unknown, or if an editor hid
 * the block or set a password.
 */
export function explainUnshown({ key, page, block }: MirroredPage<Shown>) {
  const { content, rendered, hasPassword = false } = page
  if (rendered === undefined || hasPassword || rendered.includes(`gtin-${key.gtin}`)) return undefined
  if (block.state !== 'ok' || content.includes('"blockVisibility":false')) return undefined
  const builder = builders.find(([mark]) => mark.test(rendered))?.[1]
  const cause =
    builder === undefined
      ? rendered.trim() === ''
        ? 'the CMS shows no content for it'
        : 'a page builder, a plug-in or the theme shows other content instead'
      : `it is built with ${builder}, which shows other content instead`
  return `visitors do not see the mirrored block: ${cause}`
}
