/** A block in the editor's state. */
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

// The functions below run in the window of the block editor, so they may not use anything outside their own bodies.

/** Whether the editor has parsed the content of this page. */
export function isParsed(pageId: number): boolean {
  const { wp } = globalThis as unknown as EditorWindow
  const { id, content } = wp?.data?.select('core/editor')?.getCurrentPost() ?? {}
  if (id !== pageId || typeof content !== 'string') return false
  const blocks = wp?.data?.select('core/block-editor')?.getBlocks() ?? []
  return blocks.length > 0 || content.trim() === ''
}

/** All blocks of the opened page, including inner ones. */
export function listBlocks(): Block[] {
  const { wp } = globalThis as unknown as EditorWindow
  const flat: Block[] = [...(wp?.data?.select('core/block-editor')?.getBlocks() ?? [])]
  // The list grows during the loop.
  for (const block of flat) flat.push(...block.innerBlocks)
  return flat
}

/** Whether every block of the opened page is on the screen. An invalid block does not show its inner blocks. */
export function isDrawn(): boolean {
  const { wp, document } = globalThis as unknown as EditorWindow
  const left = [...(wp?.data?.select('core/block-editor')?.getBlocks() ?? [])]
  for (const { clientId, isValid, innerBlocks } of left) {
    if (document.querySelector(`[data-block="${clientId}"]`) === null) return false
    if (isValid) left.push(...innerBlocks)
  }
  return left.length > 0
}

/** Parses content as the editor parses a page, and returns blocks with problems and the result of a save. */
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
