import { parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from '../../test/architecture/source-files.ts'

/** A piece of prose and where it starts. */
export type Text = { path: string; line: number; text: string }

/** The prose of a source file by its kind; `messages` are strings with several words. */
type Parts = { comments: Text[]; messages: Text[]; testNames: Text[] }

const severalWords = /[A-Za-z] \S/

/** The lines of a document. */
export function linesOf({ path, text }: SourceFile): Text[] {
  return text.split('\n').map((line, index) => ({ path, line: index + 1, text: line }))
}

/** The comments, messages and test names of a source file. */
export function partsOf({ path, text }: SourceFile): Parts {
  const { program, comments } = parseSync(path, text)
  const lineOf = createLines(text)
  const toText = (start: number, value: string): Text => ({ path, line: lineOf(start), text: plain(value) })
  const names = new Set<number>()
  const strings: { start: number; text: string }[] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (first !== undefined && /^(it|test|describe)\b/.test(text.slice(callee.start, callee.end)))
        names.add(first.start)
    },
    Literal({ start, value }) {
      if (typeof value === 'string') strings.push({ start, text: value })
    },
    TemplateLiteral({ start, quasis }) {
      strings.push({ start, text: quasis.map(({ value }) => value.cooked ?? value.raw).join('…') })
    },
  })
  visitor.visit(program)
  const prose = strings.filter((string) => severalWords.test(string.text))
  return {
    comments: comments.map(({ start, value }) => toText(start, value.replaceAll(/^\s*\*+ ?/gm, ''))),
    messages: prose.filter(({ start }) => !names.has(start)).map((one) => toText(one.start, one.text)),
    testNames: prose.filter(({ start }) => names.has(start)).map((one) => toText(one.start, one.text)),
  }
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Finds the lines of positions. */
function createLines(text: string): (position: number) => number {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  return (position) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= position) low = middle
      else high = middle
    }
    return low + 1
  }
}
