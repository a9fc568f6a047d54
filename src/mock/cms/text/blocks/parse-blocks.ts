/** A block, or the markup between blocks if `name` is undefined. `parts` are its markup and inner blocks in order. */
export type Block = {
  readonly name: string | undefined
  /** The attributes as written in the delimiter, even if they are invalid; empty for none. */
  readonly json: string
  readonly parts: (string | Block)[]
}

type Delimiter = { kind: 'open' | 'close' | 'void'; block: Block; start: number; end: number }
/** An open block. `start` is the offset of its delimiter, `leading` that of the markup before it. */
type Frame = { block: Block; start: number; leading: number; read: number }

const delimiter =
  /<!--[ \t-\r]+(\/)?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)[ \t-\r]+(\{(?:(?!\}[ \t-\r]+\/?-->)[\s\S])*\}[ \t-\r]+)?(\/)?-->/g

export function hasBlocks(content: string): boolean {
  return content.includes('<!-- wp:')
}

/** Deeper nesting is treated as an attack: the content is read as plain markup. */
const deepest = 500

/**
 * Parses content into blocks. A closer closes the innermost open block, whatever its name is. After a closer without an
 * open block, the rest is plain markup. Blocks that are open at the end are closed there, without nesting.
 */
export function parseBlocks(content: string): readonly Block[] {
  const blocks: Block[] = []
  const open: Frame[] = []
  let offset = 0
  const addMarkup = (from: number, to: number): void => {
    if (to > from) blocks.push(markup(content.slice(from, to)))
  }
  const finish = (frame: Frame, end: number): void => {
    addPart(frame.block, content.slice(frame.read, end))
    addMarkup(frame.leading, frame.start)
    blocks.push(frame.block)
  }
  for (const { kind, block, start, end } of delimiters(content)) {
    const top = open.at(-1)
    if (open.length === deepest) return [markup(content)]
    if (kind === 'open') open.push({ block, start, leading: offset, read: end })
    else if (kind === 'void' && top === undefined) {
      addMarkup(offset, start)
      blocks.push(block)
    } else if (kind === 'void' && top !== undefined) nest(content, top, block, { start, end })
    else if (top === undefined) break
    else close(content, open, { start, end, finish })
    offset = end
  }
  if (open.length === 0) addMarkup(offset, content.length)
  for (const frame of open.toReversed()) finish(frame, content.length)
  return blocks
}

type Span = { readonly start: number; readonly end: number }

function close(
  content: string,
  open: Frame[],
  { start, end, finish }: Span & { finish: (frame: Frame, end: number) => void },
): void {
  const frame = open.pop()
  const outer = open.at(-1)
  if (frame === undefined) return
  if (outer === undefined) return finish(frame, start)
  frame.block.parts.push(content.slice(frame.read, start))
  nest(content, outer, frame.block, { start: frame.start, end })
}

function nest(content: string, outer: Frame, block: Block, { start, end }: Span): void {
  addPart(outer.block, content.slice(outer.read, start))
  outer.block.parts.push(block)
  outer.read = end
}

/** To PHP, "0" is as empty as "". */
function addPart(block: Block, text: string): void {
  if (text !== '' && text !== '0') block.parts.push(text)
}

const markup = (text: string): Block => ({ name: undefined, json: '', parts: [text] })

/** The block delimiters of a content, in order. */
export function* delimiters(content: string): Generator<Delimiter> {
  for (const found of content.matchAll(delimiter)) {
    const [whole, closes, namespace = 'core/', name = '', json = '', isVoid] = found
    const block: Block = { name: namespace + name, json: json.trimEnd(), parts: [] }
    const kind = isVoid === '/' ? 'void' : closes === '/' ? 'close' : 'open'
    yield { kind, block, start: found.index, end: found.index + whole.length }
  }
}
