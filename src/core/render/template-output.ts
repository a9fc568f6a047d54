import { blockTokens } from '../block/tokens.ts'
import type { BlockToken } from '../block/tokens.ts'
import { joinBlocks } from './blocks.ts'

class OutputFault extends Error {
  /** A piece of the output that the faulty line of the template may hold as it is. */
  readonly trace: string
  constructor(message: string, trace: string) {
    super(message)
    this.trace = trace
  }
}

/** The blocks of a template's output, separated as the editors do it, however the template is laid out. */
export function toBlocks(output: string): string {
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
    if (token.kind === 'close' && open.pop()?.name !== token.name)
      throw tokenFault(output, token, 'closes nothing')
    end = token.end
    if (open.length === 0) blocks.push(output.slice(start, end))
  }
  const unclosed = open.at(-1)
  if (unclosed) throw tokenFault(output, unclosed, 'is never closed')
  assertBlank(output.slice(end))
  return joinBlocks(blocks)
}

/** `:3` when that line of the template holds the fault as it was printed. */
export function placeOf(text: string, error: unknown): string {
  if (!(error instanceof OutputFault)) return ''
  const line = text.split('\n').findIndex((candidate) => candidate.includes(error.trace))
  return line === -1 ? '' : `:${line + 1}`
}

function tokenFault(output: string, token: BlockToken, what: string): OutputFault {
  const text = output.slice(token.start, token.end)
  return new OutputFault(`${text} ${what}`, text)
}

function assertBlank(text: string): void {
  const [line] = text.trim().split('\n')
  if (line) throw new OutputFault(`text outside of a block: ${JSON.stringify(line.slice(0, 60))}`, line)
}
