/** One delimiter of the block grammar: `<!-- wp:name {…} -->`, `<!-- /wp:name -->` or `<!-- wp:name {…} /-->`. */
export type BlockToken = {
  kind: 'open' | 'close' | 'void'
  /** With its namespace: `core/group`. */
  name: string
  /** The attributes as written, "" without any. */
  json: string
  start: number
  /** Offset right after the delimiter. */
  end: number
}

/**
 * Every block delimiter of a page's content, in order, with its offsets. Like the editor's parser, it ends the
 * attributes at the first `}` before white space and the end of the comment.
 */
export function blockTokens(content: string): BlockToken[] {
  const tokens: BlockToken[] = []
  const scan = createScan(content)
  let at = content.indexOf('<!--')
  while (at !== -1) {
    const token = scan(at)
    if (token) tokens.push(token)
    at = content.indexOf('<!--', token?.end ?? at + 1)
  }
  return tokens
}

/** The markup between the block delimiters; the line break after each delimiter is removed too. */
export function withoutDelimiters(content: string): string {
  let html = ''
  let at = 0
  for (const { start, end } of blockTokens(content)) {
    html += content.slice(at, start)
    at = content[end] === '\n' ? end + 1 : end
  }
  return html + content.slice(at)
}

/** The attributes of a delimiter, or undefined if they are not a JSON object. */
export function attributesOf(token: BlockToken): Record<string, unknown> | undefined {
  if (token.json === '') return {}
  try {
    // Valid JSON that starts with { is an object.
    const attributes: Record<string, unknown> = JSON.parse(token.json)
    return attributes
  } catch {
    return undefined
  }
}

function createScan(content: string): (at: number) => BlockToken | undefined {
  const head = /<!--\s+(\/)?wp:((?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*)\s+/y
  const bareTail = /(\/)?-->/y
  const jsonTail = /\}\s+(\/)?-->/g
  // After the last tail the search stops, so that it stays linear in content with many unclosed delimiters.
  let tailsLeft = true

  return (start) => {
    head.lastIndex = start
    const opening = head.exec(content)
    if (!opening) return undefined
    const [, slash, name = ''] = opening
    const after = head.lastIndex
    const hasJson = content[after] === '{'
    const tail = hasJson ? jsonTail : bareTail
    if (hasJson && !tailsLeft) return undefined
    tail.lastIndex = after
    const closing = tail.exec(content)
    if (hasJson) tailsLeft = closing !== null
    if (!closing) return undefined
    const isVoid = closing[1] === '/'
    return {
      kind: isVoid ? 'void' : slash === '/' ? 'close' : 'open',
      name: name.includes('/') ? name : `core/${name}`,
      json: hasJson ? content.slice(after, closing.index + 1) : '',
      start,
      end: tail.lastIndex,
    }
  }
}
