import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

type Violation = { id: string; nodes: { html: string }[] }

/** What axe finds wrong on a page, a line each. Evaluated rather than added: the page’s policy refuses inline scripts. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(source, 'utf8'))
  const violations = await page.evaluate<Violation[]>('axe.run().then(({ violations }) => violations)')
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}
