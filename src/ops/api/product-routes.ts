import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Gtin, Language } from '../../contracts/gtin.ts'
import { HistoryReport, sayUnknown, toHistoryReport } from '../../core/report/history.ts'
import { causesOf, recordStates } from '../../core/report/record-state.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import { readFacts } from '../../sync/decisions/read-facts.ts'
import { readHistory } from '../../sync/runs/read-history.ts'
import type { OpsDeps } from '../deps.ts'
import { addRoute, type ApiRoute } from '../http/api-route.ts'
import { HttpError } from '../http/http-error.ts'
import { parseInput } from '../http/parse-input.ts'

const params = z.strictObject({ gtin: Gtin })

const Written = z.strictObject({
  pageId: z.int(),
  state: z.enum(['mirrored', 'retired']),
  digest: z.string(),
  runId: z.string(),
  writtenAt: z.string(),
  name: z.string(),
})

const ProductRecord = Written.partial().extend({
  language: z.string(),
  recordState: z.enum(recordStates),
  causes: z.array(z.string()).describe('The causes of the state, the most severe first.'),
})

export const productApi = {
  readProduct: {
    method: 'GET',
    url: '/api/products/:gtin',
    summary: 'Read the last write and the state of a product in each language',
    params,
    response: z.strictObject({ gtin: z.string(), records: z.array(ProductRecord) }),
    errors: { 404: ['no_such_product'] },
  },
  readHistory: {
    method: 'GET',
    url: '/api/products/:gtin/history',
    summary: 'Read the history of a product',
    params,
    query: z.strictObject({ language: Language.optional() }),
    response: HistoryReport,
    errors: { 404: ['no_such_product'] },
  },
} satisfies Record<string, ApiRoute>

/** The last write of the mirror; `state` is mirrored or retired. */
function toWritten(snapshot: Snapshot): z.infer<typeof Written> {
  const { pageId, state, digest, runId, writtenAt, product } = snapshot
  return { pageId, state, digest, runId, writtenAt, name: product.name }
}

/** `/api/products/:gtin`: the mirrored records of a product, and its history. */
export function routeProducts(app: FastifyInstance, deps: OpsDeps): void {
  const { snapshots, place } = deps
  addRoute(app, productApi.readProduct, async (request) => {
    const { gtin } = parseInput(params, request.params)
    const languages = (await snapshots.languages()).toSorted()
    const keys = languages.map((language) => ({ gtin, language }))
    const [found, facts] = await Promise.all([snapshots.read(keys), readFacts(deps, keys)])
    const records = keys.flatMap(({ language }, at) => {
      const [first, ...others] = causesOf(facts[at] ?? {})
      const snapshot = found[at]
      if (first === undefined || first.state === 'none') return []
      const causes = [first, ...others].map(({ cause }) => cause)
      return [{ language, ...(snapshot && toWritten(snapshot)), recordState: first.state, causes }]
    })
    if (records.length === 0) {
      throw new HttpError(404, 'no_such_product', `Product ${gtin} has no page in any language.`)
    }
    return { gtin, records }
  })

  addRoute(app, productApi.readHistory, async (request) => {
    const { gtin } = parseInput(params, request.params)
    const { language } = parseInput(productApi.readHistory.query, request.query)
    const known = await readHistory(deps, gtin, language, deps.now())
    const unknown = sayUnknown(known, gtin, language)
    if (unknown !== undefined) throw new HttpError(404, 'no_such_product', unknown)
    return toHistoryReport(gtin, known, place?.id)
  })
}
