import { blockTokens } from '../markup/block-tokens.ts'
import { joinBlocks, paragraph } from '../markup/blocks.ts'

const paragraphBlock = /^<!-- wp:paragraph -->\n<p>([^]*)<\/p>\n<!-- \/wp:paragraph -->$/
const headingBlock = /^<!-- wp:heading /
/** White space and line breaks between two sentences. */
const gap = /^(?:\s|<br>|&nbsp;)+/

/** The top-level blocks of markup that consists of whole blocks. */
function blocksIn(markup: string): string[] {
  const blocks: string[] = []
  let [depth, start] = [0, 0]
  for (const token of blockTokens(markup)) {
    if (depth === 0) start = token.start
    if (token.kind === 'open') depth += 1
    if (token.kind === 'close') depth -= 1
    if (depth === 0) blocks.push(markup.slice(start, token.end))
  }
  return blocks
}

function paragraphOf(block: string): string | undefined {
  return paragraphBlock.exec(block)?.[1]
}

/** The HTML of the paragraphs in markup that consists of whole blocks. */
export function paragraphsIn(markup: string): string[] {
  return blocksIn(markup).flatMap((block) => paragraphOf(block) ?? [])
}

/**
 * The blocks without paragraphs that the page already shows, without sentences of these at the start of a paragraph,
 * and without headings that have no other content.
 */
export function withoutRepeats(markup: string, shown: readonly string[]): string {
  if (markup === '' || shown.length === 0) return markup
  const known = new Set(shown.map(textOf))
  const kept = blocksIn(markup).map((block) => withoutRepeat(block, shown, known))
  // From the end, because a section is empty if all sections below it are.
  const rest: string[] = []
  for (const [at, block] of Array.from(kept.entries()).toReversed()) {
    const next = rest.at(-1)
    const isEmptied = headingBlock.test(block) && kept[at + 1] !== next && !isBelow(next, block)
    if (block !== '' && !isEmptied) rest.push(block)
  }
  return joinBlocks(rest.toReversed())
}

function withoutRepeat(block: string, shown: readonly string[], known: ReadonlySet<string>): string {
  const html = paragraphOf(block)
  if (html === undefined) return block
  if (known.has(textOf(html))) return ''
  const start = shown.find(
    (one) => /[.!?]$/.test(one) && html.startsWith(one) && gap.test(html.slice(one.length)),
  )
  if (start === undefined) return block
  const rest = html.slice(start.length).replace(gap, '')
  return known.has(textOf(rest)) ? '' : paragraph({ html: rest })
}

/** Whether a block belongs to the section of a heading: it is not a heading, or one of a lower level. */
function isBelow(block: string | undefined, heading: string): boolean {
  return block !== undefined && (!headingBlock.test(block) || levelOf(block) > levelOf(heading))
}

function levelOf(block: string): number {
  return Number(/<h(\d)/.exec(block)?.[1])
}

/** The text of a paragraph in a form that its repetitions share. */
function textOf(html: string): string {
  return html
    .replace(/<br>|&nbsp;/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!?]$/, '')
    .toLowerCase()
}
