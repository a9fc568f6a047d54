import sanitizeHtml from 'sanitize-html'
import type { ListItem } from '../markup/blocks.ts'
import { escapeText } from '../text/escape.ts'
import { inlineTags, isBlank, link, toLine } from './inline.ts'
import { readTable } from './markup-table.ts'
import { joinLines, linesOf } from './pieces.ts'
import type { Piece } from './pieces.ts'
import { isTag, parseTree } from './tree.ts'
import type { Node, Tag } from './tree.ts'

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const structure = 'ul ol li table thead tbody tfoot tr th td caption'.split(' ')
const boundaries =
  'p div section article header footer main aside nav blockquote pre hr address dl dt dd figure figcaption center'
const blockTags = new Set([...headings, ...structure, ...boundaries.split(' ')])

const allowList: sanitizeHtml.IOptions = {
  allowedTags: [...blockTags, ...inlineTags.keys(), 'br', 'a'],
  allowedAttributes: { a: ['href'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'iframe', 'object'],
  // Deeper nesting is an attack or an accident, and is flattened into text.
  nestingLimit: 24,
}

/** Reads the markup of an HTML field; elements outside the allow list become their text. */
export function readMarkup(html: string): Piece[] {
  return readNodes(parseTree(sanitizeHtml(html, allowList)))
}

/** Converts nodes to pieces; text between blocks becomes separate lines. */
function readNodes(nodes: readonly Node[]): Piece[] {
  const pieces: Piece[] = []
  let run = ''
  function flush(): void {
    const line = toLine(run)
    run = ''
    if (line) pieces.push({ kind: 'line', line })
  }
  for (const node of nodes) {
    if (!isTag(node) || isInline(node)) run += readInline(node)
    else {
      flush()
      for (const piece of readBlock(node)) pieces.push(piece)
    }
  }
  flush()
  return pieces
}

/** Text, or an inline element that contains no block. */
function isInline(node: Node): boolean {
  return !isTag(node) || (!blockTags.has(node.name) && node.children.every(isInline))
}

function readInline(node: Node): string {
  if (!isTag(node)) return escapeText(node.text)
  if (node.name === 'br') return '<br>'
  const inner = node.children.map(readInline).join('')
  if (isBlank(inner)) return inner
  const name = inlineTags.get(node.name)
  // The only other inline element in the allow list is a link.
  return name ? `<${name}>${inner}</${name}>` : link(node.attributes['href'], inner)
}

function readBlock(tag: Tag): Piece[] {
  if (tag.name === 'ul' || tag.name === 'ol') return readList(tag)
  if (tag.name === 'table') return readTable(tag, readNodes)
  const pieces = readNodes(tag.children)
  const depth = headings.indexOf(tag.name)
  return depth === -1 ? pieces : linesOf(pieces).map((line) => ({ kind: 'heading', depth, line }))
}

function readList(tag: Tag): Piece[] {
  const items: ListItem[] = []
  for (const child of tag.children) {
    const pieces = isTag(child) && child.name === 'li' ? readNodes(child.children) : readNodes([child])
    const lists = pieces.flatMap((piece) => (piece.kind === 'list' ? [piece.list] : []))
    const lines = linesOf(pieces.filter((piece) => piece.kind !== 'list'))
    const last = items.at(-1)
    if (lines.length > 0) items.push({ line: joinLines(lines), lists })
    // A list outside an item belongs to the item before it.
    else if (last) for (const list of lists) last.lists.push(list)
    else for (const list of lists) for (const item of list.items) items.push(item)
  }
  return items.length > 0 ? [{ kind: 'list', list: { ordered: tag.name === 'ol', items } }] : []
}
