import type { Page } from 'playwright-core'

import type { Browser } from '../helpers/browser/browser.ts'
import { type Block, isDrawn, isParsed, listBlocks, parseAll } from './editor-window.ts'
import type { Engine } from './engine/start.ts'

/** A block that the editor would offer to repair. `name` is from the markup, `reasons` are from the editor. */
export type BadBlock = { problem: 'invalid' | 'unknown'; name: string; reasons: string[] }

/** Content as parsed by the editor: its bad blocks, and the result of a save without an edit. */
export type Reading = { bad: BadBlock[]; saved: string }

export type Editor = {
  /**
   * Opens a page in the block editor and returns its bad blocks, including inner ones. Leaves an edit lock on the page.
   */
  findBadBlocks(pageId: number): Promise<BadBlock[]>
  /** The text of each warning that the opened page shows instead of a block, once all blocks are drawn. */
  findWarnings(): Promise<string[]>
  /** Parses several contents at once as the editor does when it opens them. A page must be open. */
  readContents(contents: readonly string[]): Promise<Reading[]>
  close(): Promise<void>
}

const contentsAtOnce = 100

/**
 * Logs into wp-admin as WordPress's administrator. Throws if the credentials are rejected. `reset()` ends the login.
 */
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
    findWarnings: () => readWarnings(page),
    async readContents(contents) {
      const readings: Reading[] = []
      for (let from = 0; from < contents.length; from += contentsAtOnce) {
        const read = await page.evaluate(parseAll, contents.slice(from, from + contentsAtOnce))
        readings.push(...read.map(({ suspects, saved }) => ({ bad: suspects.flatMap(judge), saved })))
      }
      return readings
    },
    close: () => context.close(),
  }
}

async function readBadBlocks(page: Page, pageId: number): Promise<BadBlock[]> {
  await page.waitForFunction(isParsed, pageId)
  return (await page.evaluate(listBlocks)).flatMap(judge)
}

async function readWarnings(page: Page): Promise<string[]> {
  await page.waitForFunction(isDrawn)
  return page.locator('.block-editor-warning').allInnerTexts()
}

function judge({ name, isValid, attributes, validationIssues = [] }: Block): BadBlock[] {
  if (name === 'core/missing') {
    return [{ problem: 'unknown', name: attributes.originalName ?? name, reasons: [] }]
  }
  if (isValid) return []
  return [{ problem: 'invalid', name, reasons: validationIssues.map(({ args }) => format(args)) }]
}

/** The editor stores an issue as the arguments of a console message. The objects among them are whole block types. */
function format([text, ...values]: unknown[]): string {
  return String(text).replaceAll(/%[sdo]/g, () => {
    const value = values.shift()
    return typeof value === 'string' ? value : '…'
  })
}
