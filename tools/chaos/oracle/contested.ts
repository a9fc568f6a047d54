import { partsOf, visible } from '../actors/pages.ts'
import { pluginMark } from '../actors/server.ts'
import { shownTexts, type Product } from './versions.ts'

/** Parts of the block that are merged one by one, innermost first. */
const parts = /<(tr|li|p|h[1-6])\b(?:(?!<\1\b)[\s\S])*?<\/\1>/g

/** The fields that were shown in the part of the block that an editor changed; `links` if it had a link. */
export function contestedBy(
  version: Product,
  before: string | undefined,
  after: string | undefined,
): string[] {
  const was = partsOf(before ?? '')?.inner
  if (was === undefined || after === undefined) return ['all']
  const [stood, stands] = [was.match(parts) ?? [], after.match(parts) ?? []]
  if (stood.length !== stands.length) return ['all']
  const changed = stood.filter((part, at) => part !== stands[at])
  // A part that contains others was changed: its fields are unknown.
  if (changed.length === 0) return ['all']
  return changed.flatMap((part) => {
    const said = visible(part.replaceAll(pluginMark, ''))
    // A page shows the introduction once. With another one, its text appears where another field repeats it.
    const repeated = shownTexts({ ...version, intro: undefined })
    const fields = [...shownTexts(version), ...repeated]
      .filter(([, text]) => said.includes(visible(text)) || visible(text).includes(said))
      .map(([field]) => field)
    // A text of an older version is one of these fields, but which one is unknown. A page that was in the trash may still
    // have the first text, which has no mark. Headings and table cells also contain labels.
    const isFirst = /^<(?:p|li)\b/.test(part) && !part.includes('Person ')
    const isOlder = fields.length === 0 && (/\bzx/.test(said) || isFirst)
    return [...fields, ...(part.includes('<a ') ? ['links'] : []), ...(isOlder ? ['all'] : [])]
  })
}

/** The marks by which an editor's content is found again. */
export function signsOf(inner: string): string[] {
  return inner.match(/Person \w+/g) ?? []
}

/** The markup without the parts that an editor changed. */
export function withoutPersons(content: string): string {
  return content.replaceAll(parts, (part) => (part.includes('Person ') ? '' : part))
}
