import type { WireProduct } from '../../contracts/partner.ts'
import type { Facts } from './facts.ts'
import { escapeHtml, type LanguagePhrases } from './phrases.ts'
import { at, draw, purpose } from './random.ts'

/** The four HTML fields of a record. */
export function markupOf(
  { seed, index, family }: Facts,
  phrases: LanguagePhrases,
): Pick<WireProduct, 'application' | 'advantages' | 'substrate' | 'limiting_factors'> {
  const drawn = draw(seed, index, purpose.html)
  const { paragraph, uses } = phrases.families[family.key]
  const { advantages, limits, substrates } = phrases.groups[family.group]
  const { words } = phrases.texts
  const extra = drawn % 5 === 0 ? phrases.note : ''
  const more =
    (drawn >>> 3) % 9 === 0
      ? `<p>${escapeHtml(words.more)} <a href="https://www.example.com/guide/?topic=${family.key}&amp;part=2">${escapeHtml(words.moreLink)}</a>.</p>`
      : ''
  return {
    application: `${paragraph}${nested(uses.items, phrases.places.items, drawn >>> 6)}${extra}${more}`,
    advantages: list(rotated(advantages.items, drawn >>> 8, 3 + (drawn % 3))),
    substrate:
      family.group === 'liquid' || family.group === 'tape'
        ? `${phrases.substrates}${list(rotated(substrates.items, drawn >>> 11, 2 + (drawn % 2)))}`
        : at(['', null, undefined, ''], drawn >>> 14),
    limiting_factors: `${phrases.observe}${list(rotated(limits.items, drawn >>> 16, 2 + ((drawn >>> 2) % 2)))}${drawn % 6 === 1 ? phrases.table : ''}`,
  }
}

function list(items: readonly string[]): string {
  return `<ul>${items.join('')}</ul>`
}

/** Every third list has a second one inside its first item. Every second of these is numbered. */
function nested(items: readonly string[], inner: readonly string[], drawn: number): string {
  if (drawn % 3 !== 0) return list(items)
  const tag = (drawn >>> 2) % 2 === 0 ? 'ul' : 'ol'
  const [first = '<li></li>', ...others] = items
  return list([`${first.slice(0, -'</li>'.length)}<${tag}>${inner.join('')}</${tag}></li>`, ...others])
}

function rotated(items: readonly string[], by: number, count: number): string[] {
  const picked: string[] = []
  for (let i = 0; i < count && i < items.length; i++) picked.push(at(items, by + i))
  return picked
}
