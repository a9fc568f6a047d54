import { blockTokens } from '../../markup/block-tokens.ts'
import type { BlockToken } from '../../markup/block-tokens.ts'

/**
 * The blocks of a template's output, whatever the template's layout. Throws with the template's line: `:3: text outside
 * of a block: "x"`.
 */
export function toBlocks(output: string, template: string): string[] {
  function assertBlank(text: string): void {
    const [line] = text.trim().split('\n')
    if (line) throw faultAt(line, template, `text outside of a block: ${JSON.stringify(line.slice(0, 60))}`)
  }
  function tokenFault(token: BlockToken, what: string): Error {
    const text = output.slice(token.start, token.end)
    return faultAt(text, template, `${text} ${what}`)
  }

  const blocks: string[] = []
  const open: BlockToken[] = []
  let start = 0
  let end = 0
  for (const token of blockTokens(output)) {
    if (open.length === 0) {
      assertBlank(output.slice(end, token.start))
      start = token.start
    }
    if (token.kind === 'open') open.push(token)
    if (token.kind === 'close' && open.pop()?.name !== token.name) throw tokenFault(token, 'closes nothing')
    end = token.end
    if (open.length === 0) blocks.push(output.slice(start, end))
  }
  const unclosed = open.at(-1)
  if (unclosed) throw tokenFault(unclosed, 'is never closed')
  assertBlank(output.slice(end))
  return blocks
}

/** Names the template's line if it contains the printed text. */
function faultAt(printed: string, template: string, what: string): Error {
  const line = template.split('\n').findIndex((candidate) => candidate.includes(printed))
  return new Error(`${line === -1 ? '' : `:${line + 1}`}: ${what}`)
}
