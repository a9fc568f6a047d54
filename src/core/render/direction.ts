import { blockTokens } from '../block/tokens.ts'
import { headerAlignment } from './blocks.ts'
import { escapeAttribute } from './escape.ts'

const rightToLeftScripts = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg'])

/** Whether a language is written from right to left; one that nobody knows is not. */
export function isRightToLeft(language: string): boolean {
  try {
    return rightToLeftScripts.has(new Intl.Locale(language).maximize().script ?? '')
  } catch {
    return false
  }
}

// What the editor's own tables look like; a theme styles those only where it meets a table block.
const tableStyle = 'border-collapse:collapse;width:100%'
const cellStyle = 'border:1px solid;padding:0.5em'
const plainTags: readonly (readonly [RegExp, string])[] = [
  [/<figure class="wp-block-table">/g, '<figure class="wp-block-table" style="overflow:auto">'],
  [
    /<table class="has-fixed-layout">/g,
    `<table style="${tableStyle};table-layout:fixed;word-break:break-word">`,
  ],
  [/<table>/g, `<table style="${tableStyle}">`],
  [new RegExp(`<th${headerAlignment}`, 'g'), `<th style="${cellStyle};text-align:start"`],
  [/<td>/g, `<td style="${cellStyle}">`],
]

/**
 * Core blocks as HTML that is read from right to left. No block but the paragraph may say a direction without being
 * called invalid, and a list or a table needs one, so all of them become one HTML block. Blocks that the CMS fills
 * when it shows them stay blocks.
 */
export function toRightToLeft(blocks: readonly string[], language: string): string[] {
  const parts: string[] = []
  let run: string[] = []
  function flush(): void {
    if (run.length > 0)
      parts.push(
        `<!-- wp:html -->\n<div dir="rtl" lang="${escapeAttribute(language)}">${run.join('\n')}</div>\n<!-- /wp:html -->`,
      )
    run = []
  }
  for (const block of blocks) {
    if (blockTokens(block).every(({ kind }) => kind !== 'void')) run.push(toHtml(block))
    else {
      flush()
      parts.push(block)
    }
  }
  flush()
  return parts
}

function toHtml(block: string): string {
  const html = block.replaceAll(/<!-- \/?wp:[^]*?-->\n?/g, '').trim()
  return plainTags.reduce((text, [tag, plain]) => text.replaceAll(tag, plain), html)
}
