import type { Page } from 'playwright-core'

import type { Browser } from '../helpers/browser.ts'
import type { Engine } from './engine/start.ts'

/** A block that the editor would offer to repair; `name` is that of the markup, `reasons` are the editor's. */
export type BadBlock = { problem: 'invalid' | 'unknown'; name: string; reasons: string[] }

export type Editor = {
  /** Opens a page in the block editor and answers its bad blocks, inner ones too. Leaves an edit lock on the page. */
  findBadBlocks(pageId: number): Promise<BadBlock[]>
  close(): Promise<void>
}

/** Logs into wp-admin as the engine's user; throws if the credentials are refused. `reset()` ends the login. */
export async function openEditor(
  browser: Browser,
  engine: Pick<Engine, 'siteUrl' | 'user' | 'loginPassword'>,
): Promise<Editor> {
  const page = await browser.page()
  const context = page.context()
  const form = { log: engine.user, pwd: engine.loginPassword }
  await context.request.post(`${engine.siteUrl}/wp-login.php`, { form, maxRedirects: 0 })
  const cookies = await context.cookies()
  if (!cookies.some(({ name }) => name.startsWith('wordpress_logged_in'))) {
    await context.close()
    throw new Error(`${engine.siteUrl}/wp-login.php refused to log ${engine.user} in`)
  }
  return {
    async findBadBlocks(pageId) {
      await page.goto(`${engine.siteUrl}/wp-admin/post.php?post=${pageId}&action=edit`)
      return readBadBlocks(page, pageId)
    },
    close: () => context.close(),
  }
}

async function readBadBlocks(page: Page, pageId: number): Promise<BadBlock[]> {
  await page.waitForFunction(isParsed, pageId)
  return (await page.evaluate(listBlocks)).flatMap(judge)
}

function judge({ name, isValid, attributes, validationIssues = [] }: Block): BadBlock[] {
  if (name === 'core/missing') {
    return [{ problem: 'unknown', name: attributes.originalName ?? name, reasons: [] }]
  }
  if (isValid) return []
  return [{ problem: 'invalid', name, reasons: validationIssues.map(({ args }) => format(args)) }]
}

/** The editor's issues are kept as the arguments of a console message; the objects among them are whole block types. */
function format([text, ...values]: unknown[]): string {
  return String(text).replaceAll(/%[sdo]/g, () => {
    const value = values.shift()
    return typeof value === 'string' ? value : '…'
  })
}

type Block = {
  name: string
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
  wp?: { data?: { select<Name extends keyof Stores>(store: Name): Stores[Name] | undefined } }
}

// The two below run in the browser and may use nothing from outside their own braces.

function isParsed(pageId: number): boolean {
  const { wp } = globalThis as unknown as EditorWindow
  const { id, content } = wp?.data?.select('core/editor')?.getCurrentPost() ?? {}
  if (id !== pageId || typeof content !== 'string') return false
  const blocks = wp?.data?.select('core/block-editor')?.getBlocks() ?? []
  return blocks.length > 0 || content.trim() === ''
}

function listBlocks(): Block[] {
  const { wp } = globalThis as unknown as EditorWindow
  const flat: Block[] = [...(wp?.data?.select('core/block-editor')?.getBlocks() ?? [])]
  // The list grows while it is walked.
  for (const block of flat) flat.push(...block.innerBlocks)
  return flat
}
