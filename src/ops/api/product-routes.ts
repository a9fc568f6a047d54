import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Gtin, Language } from '../../contracts/gtin.ts'
import { sayUnknown, toHistoryReport } from '../../core/report/history.ts'
import { causesOf } from '../../core/decisions/record-state.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { OpsDeps } from '../deps.ts'
import { HttpError } from '../http/http-error.ts'
import { parseInput } from '../http/parse-input.ts'

const ProductParams = z.strictObject({ gtin: Gtin })
const HistoryInput = z.strictObject({ language: Language.optional() })

/** The last write of the mirror; `state` is mirrored or retired. */
function toWritten({ pageId, state, digest, runId, writtenAt, product: { name } }: Snapshot) {
  return { pageId, state, digest, runId, writtenAt, name }
}

/** `/api/products/:gtin`: the mirrored records of a product, and its history. */
export function routeProducts(
  app: FastifyInstance,
  { snapshots, states, history }: Pick<OpsDeps, 'snapshots' | 'states' | 'history'>,
): void {
  app.get('/api/products/:gtin', async (request) => {
    const { gtin } = parseInput(ProductParams, request.params)
    const languages = (await snapshots.languages()).toSorted()
    const keys = languages.map((language) => ({ gtin, language }))
    const [found, facts] = await Promise.all([snapshots.read(keys), states.facts(keys)])
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

  app.get('/api/products/:gtin/history', async (request) => {
    const { gtin } = parseInput(ProductParams, request.params)
    const { language } = parseInput(HistoryInput, request.query)
    const known = await history(gtin, language)
    const unknown = sayUnknown(known, gtin, language)
    if (unknown !== undefined) throw new HttpError(404, 'no_such_product', unknown)
    return toHistoryReport(gtin, known)
  })
}
