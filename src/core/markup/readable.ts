import { withoutHiddenBlocks } from './hidden-blocks.ts'
import { jsonLdLines } from './json-ld-lines.ts'
import type { Fact } from './fact-reader.ts'
import { factsOf } from './visible-content.ts'

const marks: Record<string, string> = { strong: '**', b: '**', em: '_', i: '_', a: '' }
/** Elements that only emphasize a part of a line. */
const emphasis: ReadonlySet<string> = new Set(
  ['strong', 'b', 'em', 'i'].flatMap((name) => [name, `/${name}`]),
)
const cells = new Set(['td', 'th'])
/** Elements inside a line; all others start one. */
const insideLine = new Set('a strong b em i s u del ins sub sup code mark'.split(' '))

/**
 * Markup as plain text, one line per paragraph, heading, item, table row or property of JSON-LD; never an empty line.
 */
export function readableLines(markup: string): string[] {
  return linesOf(markup, { ...readable, markOf: (value) => (emphasis.has(value) ? '' : markOf(value)) })
}

/** Like `readableLines`, with marks of emphasis. */
export function emphasizedLines(markup: string): string[] {
  return linesOf(markup, readable)
}

/** Versions of a text as lines; with marks of emphasis only if versions differ in nothing else. */
export function linesOfVersions<Texts extends readonly string[]>(
  versions: readonly [...Texts],
  [plain, emphasized]: readonly [plain: ReadLines, emphasized: ReadLines] = [readableLines, emphasizedLines],
): { -readonly [At in keyof Texts]: string[] } {
  const [short, long] = [versions.map(plain), versions.map(emphasized)]
  const count = (texts: readonly string[][]): number => new Set(texts.map((lines) => lines.join('\n'))).size
  const lines = count(short) === count(long) ? short : long
  return lines as { -readonly [At in keyof Texts]: string[] }
}

type ReadLines = (markup: string) => string[]

/** Like `readableLines`, without links, images, and marks of headings, items and emphasis. */
export function plainLines(markup: string): string[] {
  const textOf = ({ kind, value }: Fact): string => (kind === 'text' ? value : '')
  const none = (): string => ''
  return linesOf(markup, { dataOf: () => [], blockOf: none, inLine: textOf, markOf: none, leadOf: none })
}

/** How JSON-LD, blocks without text, facts within a line, elements in it and the starts of lines are shown. */
type Marks = {
  dataOf: (json: string) => string[]
  blockOf: (fact: Fact) => string
  inLine: (fact: Fact) => string
  markOf: (element: string) => string
  leadOf: (element: string) => string
}

function linesOf(markup: string, marked: Marks): string[] {
  const lines: string[] = []
  let line = ''
  /** Cells of the current table row so far; undefined outside of a row. */
  let row: number | undefined
  const begin = (start: string): void => {
    if (line.trim() !== '') lines.push(line.trim())
    line = start
  }
  for (const fact of factsOf(markup, undefined, (json) => json)) {
    if (fact.kind === 'block') begin(marked.blockOf(fact))
    else if (fact.kind === 'data') {
      begin('')
      for (const property of marked.dataOf(fact.value)) lines.push(property)
    } else if (fact.kind !== 'element') line += marked.inLine(fact)
    else if (insideLine.has(fact.value.replace('/', ''))) line += marked.markOf(fact.value)
    else if (row !== undefined && cells.has(fact.value)) line += row++ > 0 ? ' | ' : ''
    else {
      row = fact.value === 'tr' ? 0 : undefined
      begin(marked.leadOf(fact.value))
    }
  }
  begin('')
  return lines
}

export const hiddenMark = '   ← hidden'

/** Markup as plain text; lines that visitors do not see are marked. */
export function linesWithHidden(markup: string, read: ReadLines = readableLines): string[] {
  const shown = new Set(read(withoutHiddenBlocks(markup)))
  return read(markup).map((line) => (shown.has(line) ? line : line + hiddenMark))
}

/** `linesOfVersions` in which lines that visitors do not see are marked. */
export function versionsWithHidden(versions: [string, string, string]): [string[], string[], string[]] {
  return linesOfVersions(versions, [
    (markup) => linesWithHidden(markup),
    (markup) => linesWithHidden(markup, emphasizedLines),
  ])
}

const readable: Marks = {
  dataOf: jsonLdLines,
  blockOf: ({ value }) => `[block ${value}] `,
  inLine,
  markOf,
  leadOf,
}

function inLine({ kind, value }: Fact): string {
  if (kind === 'text') return value
  if (kind === 'href') return `[${value}] `
  if (kind === 'alt') return value === '' ? '' : `(${value})`
  return `[picture ${value}] `
}

function markOf(value: string): string {
  const name = value.replace('/', '')
  return marks[name] ?? `<${value}>`
}

function leadOf(name: string): string {
  if (/^h[1-6]$/.test(name)) return `${'#'.repeat(Number(name[1]))} `
  return name === 'li' ? '• ' : ''
}
