import { escapeHtml } from '../text/render.ts'
import type { Facts } from './describe-row.ts'

/** An oEmbed response in XML, for `embed` only. */
export function toXml(facts: Facts): string {
  const members = Object.entries(facts).map(
    ([name, value]) => `<${name}>${escapeHtml(String(value))}</${name}>`,
  )
  return `<?xml version="1.0"?>\n<oembed>${members.join('')}</oembed>\n`
}
