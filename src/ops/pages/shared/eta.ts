import { join } from 'node:path'
import { Eta } from 'eta'
import { toHtml } from './html.ts'

/** Renders the views in `src/ops/views`. */
export const eta = new Eta({
  views: join(import.meta.dirname, '..', '..', 'views'),
  cache: true,
  autoEscape: true,
  escapeFunction: toHtml,
})
