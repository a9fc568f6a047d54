import { identityTokens } from '../record/record.ts'
import type { RecordKey } from '../record/record.ts'

/** The names of our blocks in the editor's list view. */
export const blockName = 'Product data (mirrored)'
const listingName = 'Product list (mirrored)'

/**
 * The mirrored block of a record: a locked group with additional class `tokens`, spelled so that the editors keep every
 * byte.
 */
export function wrapBlock(key: RecordKey, inner: string, ...tokens: string[]): string {
  return wrapMarked([...identityTokens(key), ...tokens], inner, blockName)
}

/** A locked group block that carries these class tokens. */
export function wrapMarked(marks: readonly string[], inner: string, name: string = listingName): string {
  const className = marks.join(' ')
  // The key order is the editor's. The locks protect the structure; the text stays editable.
  const json = canonicalBlockJson({
    templateLock: 'contentOnly',
    lock: { move: true, remove: true },
    metadata: { name },
    className,
  })
  const classes = `wp-block-group ${className}`
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
  return `<!-- wp:group ${json} -->\n<div class="${classes}">${inner}</div>\n<!-- /wp:group -->`
}

/**
 * Block attributes as the CMS writes them, so that it rewrites nothing: JSON that can neither end the comment nor be
 * changed by the HTML filter. Pass no empty objects, because the CMS returns them as lists.
 */
export function canonicalBlockJson(attributes: Record<string, unknown>): string {
  const json = JSON.stringify(attributes)
  // Most attributes need no escapes, and every block of every page has a set of them.
  if (!/[\\<>&]|--/.test(json)) return json
  return json
    .replaceAll('\\\\', '\\u005c')
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\\"', '\\u0022')
}
