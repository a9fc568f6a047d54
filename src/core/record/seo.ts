import type { SeoMeta } from '../../contracts/cms/page.ts'
import type { Product } from './product.ts'

/** The approximate length of a description that search engines show. */
const shownChars = 155

/** The metadata for search engines at the creation of a product's page: plain text, each value on one line. */
export function seoOf(product: Pick<Product, 'name' | 'intro' | 'application_short'>): SeoMeta {
  const name = onOneLine(product.name)
  return {
    _seo_title: name,
    _seo_metadesc: cutAtWord(onOneLine(product.intro || product.application_short)),
    _seo_focuskw: name,
  }
}

function onOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Text without spaces, such as Japanese, is cut anywhere. */
function cutAtWord(text: string): string {
  const chars = Array.from(text)
  if (chars.length <= shownChars) return text
  const start = chars.slice(0, shownChars).join('')
  const end = chars[shownChars] === ' ' ? start.length : start.lastIndexOf(' ')
  const words = end > 0 ? start.slice(0, end) : start
  return `${words.replace(/[\s,;:–-]+$/, '')}…`
}
