import { join } from 'node:path'
import { Eta } from 'eta'
import { toHtml } from './html.ts'

export const eta = new Eta({
  views: join(import.meta.dirname, '..', '..', 'views'),
  cache: true,
  autoEscape: true,
  escapeFunction: toHtml,
})
