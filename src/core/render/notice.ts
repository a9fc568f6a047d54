import { block } from '../markup/blocks.ts'
import { escapeAttribute, escapeLine } from '../text/escape.ts'
import { isRightToLeft } from './direction.ts'
import type { Labels } from './locale/labels.ts'
import { signed } from './parent.ts'

/** The page of a product that replaces a retired one; `title` is plain text. */
export type Successor = { title: string; url: string }

/** The class of the notice on a retired page. */
export const noticeClass = 'mirror-notice'

/**
 * The block at the top of a retired page: a paragraph in the page's language, even in right-to-left ones, because a
 * paragraph may have a direction. Its signature (`isAsWritten`) later shows whether an editor changed it.
 */
export function renderNotice(
  language: string,
  labels: Pick<Labels, 'discontinued' | 'replaced_by'>,
  successor?: Successor,
): string {
  const said = `<strong>${escapeLine(labels.discontinued)}</strong>`
  const html = successor === undefined ? said : `${said} ${replacedBy(labels.replaced_by, successor)}`
  const isReversed = isRightToLeft(language)
  return signed((signature) => {
    const className = `${noticeClass} ${signature}`
    const attributes = { ...(isReversed && { direction: 'rtl' }), className }
    return block(
      'paragraph',
      attributes,
      `<p class="${className}"${isReversed ? ' dir="rtl"' : ''}>${html}</p>`,
    )
  })
}

/** A label without the placeholder is followed by the link. */
function replacedBy(label: string, successor: Successor): string {
  const link = successorLink(successor)
  const text = escapeLine(label)
  return text.includes('{product}') ? text.replace('{product}', () => link) : `${text} ${link}`
}

/** The link to the product that replaces a retired one. */
export function successorLink({ title, url }: Successor): string {
  return `<a href="${escapeAttribute(url)}">${escapeLine(title)}</a>`
}
