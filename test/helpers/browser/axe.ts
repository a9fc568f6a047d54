import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Violation = { id: string; nodes: { html: string }[] }

/**
 * The axe violations on a page or inside one element, one per line, including targets smaller than WCAG 2.2 AA allows. Evaluated instead of added as a script, because the
 * page’s policy rejects inline scripts.
 */
export async function findAxeViolations(page: Page, within = 'html'): Promise<string[]> {
  await page.evaluate(axe.source)
  const violations = await page.evaluate<Violation[]>(
    `axe.run('${within}', { rules: { 'target-size': { enabled: true } } }).then(({ violations }) => violations)`,
  )
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}
