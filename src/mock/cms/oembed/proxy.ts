import { Parser } from 'htmlparser2'
import { isMap, toInt } from '../rest/php.ts'
import { escapeHtml } from '../text/render.ts'
import type { Facts } from './describe-row.ts'
import { fetchText } from './fetch-text.ts'
import { fromXml } from './from-xml.ts'

export type Wish = {
  readonly url: string
  /** The preferred format if a page offers both. */
  readonly format: 'json' | 'xml'
  readonly maxwidth: number
  /** 0: no limit. */
  readonly maxheight: number
}

const types = {
  'application/json+oembed': 'json',
  'text/xml+oembed': 'xml',
  'application/xml+oembed': 'xml',
} as const
type Offer = { readonly format: 'json' | 'xml'; readonly href: string }

/**
 * The oEmbed fields of a page on another site. Follows the discovery links in the page. Undefined if there are none.
 */
export async function discover(wish: Wish, hosts: readonly string[]): Promise<Facts | undefined> {
  const page = await fetchText(wish.url, hosts)
  const offers = page === undefined ? [] : offersIn(page, wish.url)
  const offer = offers.find(({ format }) => format === wish.format) ?? offers[0]
  if (offer === undefined) return undefined
  const text = await fetchText(withLimits(offer.href, wish), hosts)
  const facts = text === undefined ? undefined : offer.format === 'json' ? fromJson(text) : fromXml(text)
  return facts === undefined ? undefined : withHtml(facts, wish.url)
}

function offersIn(page: string, base: string): Offer[] {
  const offers: Offer[] = []
  const parser = new Parser({
    onopentag(name, { type = '', href, rel = '' }) {
      const format = name === 'link' ? types[type.toLowerCase() as keyof typeof types] : undefined
      if (format === undefined || href === undefined || !/(^|\s)alternate(\s|$)/i.test(rel)) return
      if (URL.canParse(href, base)) offers.push({ format, href: new URL(href, base).href })
    },
  })
  parser.end(page)
  return offers
}

function withLimits(href: string, { maxwidth, maxheight }: Wish): string {
  const url = new URL(href)
  url.searchParams.set('maxwidth', String(maxwidth))
  if (maxheight > 0) url.searchParams.set('maxheight', String(maxheight))
  return url.href
}

function fromJson(text: string): Facts | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isMap(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Adds markup to photos and links, which have none. Undefined for other types without markup. */
function withHtml(facts: Facts, address: string): Facts | undefined {
  const text = (name: string): string => (typeof facts[name] === 'string' ? escapeHtml(facts[name]) : '')
  const sizes = Object.fromEntries(
    ['width', 'height'].flatMap((name) => (facts[name] === undefined ? [] : [[name, toInt(facts[name])]])),
  )
  if (facts['type'] === 'photo')
    return {
      ...facts,
      ...sizes,
      html: `<a href="${escapeHtml(address)}"><img src="${text('url')}" alt="${text('title')}" /></a>`,
    }
  if (facts['type'] === 'link')
    return { ...facts, html: `<a href="${escapeHtml(address)}">${text('title')}</a>` }
  return typeof facts['html'] === 'string' ? { ...facts, ...sizes } : undefined
}
