import { blockTokens, withoutDelimiters } from '../markup/block-tokens.ts'
import { htmlBlock } from '../markup/blocks.ts'
import { isJsonLdBlock } from '../markup/json-ld.ts'
import { escapeAttribute } from '../text/escape.ts'
import { memoize } from './memoize.ts'
import { plainTable } from '../markup/plain-table.ts'

const rightToLeftScripts = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg'])

/** Whether a language is written from right to left; false if unknown. */
export const isRightToLeft = memoize((language: string): boolean => {
  try {
    return rightToLeftScripts.has(new Intl.Locale(language).maximize().script ?? '')
  } catch {
    return false
  }
})

// Themes for left-to-right languages leave room for list markers on that side, and some align all text there.
const divStyle = 'text-align:right'
const listStyle = 'margin:0.5em 0;padding-left:0;padding-right:2em'
// Space between blocks, not inside them.
const flow: readonly (readonly [RegExp, string])[] = [
  [/<p(?=[ >])/g, '<p style="margin:1em 0"'],
  [/<(h\d) class="wp-block-heading"/g, '$& style="margin:1.5em 0 0.5em"'],
  [/<[uo]l class="wp-block-list"/g, `$& style="${listStyle}"`],
  // Most themes load the style sheets of columns only for blocks.
  [/<div class="wp-block-columns[^"]*"/g, '$& style="display:flex;flex-wrap:wrap;gap:1em 2em;margin:1em 0"'],
  // A card alone in its row is not much wider than the others.
  [
    /(<div class="wp-block-column mirror-card") style="flex-basis:[^"]*"/g,
    '$1 style="flex:1 1 12em;min-width:0;max-width:22em"',
  ],
  [
    /(<div class="wp-block-column(?: [^"]*)?") style="flex-basis:[^"]*"/g,
    '$1 style="flex:1 1 12em;min-width:0"',
  ],
  [/<div class="wp-block-column(?: [^"]*)?"(?! style)/g, '$& style="flex:2 1 18em;min-width:0"'],
  // Most themes load the styles of buttons only for blocks, too.
  [/<div class="wp-block-buttons[^"]*"/g, '$& style="display:flex;flex-wrap:wrap;gap:0.5em;margin:1em 0"'],
  [/<a class="wp-block-button__link/g, '<a dir="auto" class="wp-block-button__link'],
  // Without `dir`, “−30 °C to +120 °C” would be shown in the wrong order.
  [/<td style="([^"]*)"/g, '<td dir="auto" style="$1;text-align:right"'],
  [/<th style="([^"]*)text-align:start"/g, '<th dir="auto" style="$1text-align:right"'],
]

/**
 * Core blocks as right-to-left HTML. Except for the paragraph, a block with a direction counts as invalid, but lists
 * and tables need one. So all of them become one HTML block. JSON-LD and blocks that the CMS renders dynamically stay
 * blocks.
 */
export function toRightToLeft(blocks: readonly string[], language: string): string[] {
  const parts: string[] = []
  let run: string[] = []
  function flush(): void {
    if (run.length > 0)
      parts.push(
        htmlBlock(
          `<div dir="rtl" lang="${escapeAttribute(language)}" style="${divStyle}">${run.join('\n')}</div>`,
        ),
      )
    run = []
  }
  for (const block of blocks) {
    const isStatic = blockTokens(block).every(({ kind }) => kind !== 'void')
    if (isStatic && !isJsonLdBlock(block)) run.push(toHtml(block))
    else {
      flush()
      parts.push(block)
    }
  }
  flush()
  return parts
}

/** The note of a document after its link: on a card, and in a list. */
const notes = [
  /(mirror-document"[^]*?<br>)([^<>]+)(?=<\/p>)/g,
  /(<li><a [^<>]*>[^<>]*<\/a> \()([^<>]+)(?=\)<\/li>)/g,
]

/** Without separate directions, the parts of “Arabic, PDF, 1.2 MB” would be shown in the wrong order. */
function withOrderedNotes(html: string): string {
  const ordered = (_: string, before: string, note: string): string =>
    before +
    note
      .split(', ')
      .map((part) => `<span dir="auto">${part}</span>`)
      .join(', ')
  return notes.reduce((text, note) => text.replaceAll(note, ordered), html)
}

function toHtml(block: string): string {
  const html = withOrderedNotes(withoutDelimiters(block).trim())
  return flow.reduce((text, [tag, plain]) => text.replaceAll(tag, plain), plainTable(html))
}
