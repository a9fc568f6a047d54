/** A block as the editor holds it. */
export type Block = {
  name: string
  clientId: string
  isValid: boolean
  validationIssues?: { args: unknown[] }[]
  attributes: { originalName?: string }
  innerBlocks: Block[]
}

type Stores = {
  'core/editor': { getCurrentPost(): { id?: number; content?: string } }
  'core/block-editor': { getBlocks(): Block[] }
}
type EditorWindow = {
  wp?: {
    data?: { select<Name extends keyof Stores>(store: Name): Stores[Name] | undefined }
    blocks?: { parse(content: string): Block[]; serialize(blocks: readonly Block[]): string }
  }
  document: { querySelector(selector: string): object | null }
}

// These run in the browser, in the window of the block editor, and may use nothing from outside their own braces.

/** Whether the editor has read the content of this page. */
export function isParsed(pageId: number): boolean {
  const { wp } = globalThis as unknown as EditorWindow
  const { id, content } = wp?.data?.select('core/editor')?.getCurrentPost() ?? {}
  if (id !== pageId || typeof content !== 'string') return false
  const blocks = wp?.data?.select('core/block-editor')?.getBlocks() ?? []
  return blocks.length > 0 || content.trim() === ''
}

/** All blocks of the opened page, inner ones too. */
export function listBlocks(): Block[] {
  const { wp } = globalThis as unknown as EditorWindow
  const flat: Block[] = [...(wp?.data?.select('core/block-editor')?.getBlocks() ?? [])]
  // The list grows while it is walked.
  for (const block of flat) flat.push(...block.innerBlocks)
  return flat
}

/** Whether every block of the opened page has its place on the screen; the inside of one that is invalid has none. */
export function isDrawn(): boolean {
  const { wp, document } = globalThis as unknown as EditorWindow
  const left = [...(wp?.data?.select('core/block-editor')?.getBlocks() ?? [])]
  for (const { clientId, isValid, innerBlocks } of left) {
    if (document.querySelector(`[data-block="${clientId}"]`) === null) return false
    if (isValid) left.push(...innerBlocks)
  }
  return left.length > 0
}

/** Contents read as the editor reads a page: blocks that are not as they should be, and what a save would write. */
export function parseAll(contents: readonly string[]): { suspects: Block[]; saved: string }[] {
  const { wp } = globalThis as unknown as EditorWindow
  const { blocks } = wp ?? {}
  if (blocks === undefined) throw new Error('No page is open in the block editor.')
  return contents.map((content) => {
    const parsed = blocks.parse(content)
    const flat = [...parsed]
    for (const block of flat) flat.push(...block.innerBlocks)
    const suspects = flat.filter(({ isValid, name }) => !isValid || name === 'core/missing')
    return { suspects, saved: blocks.serialize(parsed) }
  })
}
