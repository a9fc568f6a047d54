import type { SeoMeta } from '../../contracts/cms/page.ts'
import type { Product } from './product.ts'

/** What search engines show of a description, roughly. */
const shownChars = 155

/** What a product's page tells search engines when it is made: plain texts, each on one line. */
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

/** Where there is no space, as in Japanese, anywhere is a place to cut. */
function cutAtWord(text: string): string {
  const chars = Array.from(text)
  if (chars.length <= shownChars) return text
  const start = chars.slice(0, shownChars).join('')
  const end = chars[shownChars] === ' ' ? start.length : start.lastIndexOf(' ')
  const words = end > 0 ? start.slice(0, end) : start
  return `${words.replace(/[\s,;:–-]+$/, '')}…`
}
