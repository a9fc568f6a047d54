import { runUrl } from '../shared/links.ts'

/** The link on a job's page in Bull Board: its product if it has only one, otherwise its run. */
export function linkOfJob(data: unknown): { displayText: string; href: string } {
  const { runId, gtins, recordIds } = toFields(data)
  const products = [...new Set([...texts(gtins), ...texts(recordIds).map((id) => id.split('/')[0] ?? '')])]
  const [product] = products
  if (product !== undefined && products.length === 1)
    return { displayText: `Product ${product}`, href: `/products/${encodeURIComponent(product)}` }
  if (typeof runId === 'string') return { displayText: `Run ${runId}`, href: runUrl(runId) }
  return { displayText: 'Runs', href: '/runs' }
}

function toFields(data: unknown): Partial<Record<string, unknown>> {
  return typeof data === 'object' && data !== null ? { ...data } : {}
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}
