import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Gtin, Language } from '../contracts/gtin.ts'
import { ProductPatch } from './contracts/stats.ts'
import { type EditorReport, EditorWork } from './contracts/editor.ts'
import { Faults } from './contracts/faults.ts'
import { PartnerChange } from './contracts/partner-settings.ts'
import { BadControl, json, read, refuse } from './control-input.ts'
import type { FaultPlan } from './faults/plan.ts'
import type { Products } from './partner/products.ts'
import type { PartnerSettings } from './partner/settings.ts'
import type { Stats } from './stats.ts'

type Deps = {
  products: Products
  partner: PartnerSettings
  faults: FaultPlan
  stats: Stats
  edit: (http: FastifyRequest, work: z.infer<typeof EditorWork>) => Promise<EditorReport>
  reset: () => void
  backUp: () => void
  /** Returns false without a backup. */
  restore: () => boolean
}

const Target = z.object({ gtin: Gtin, language: Language.or(z.literal('*')).default('*') })
const Removal = z.object({ answer: z.enum(['absent', 'fallback']).default('absent') })
const LanguageList = z.array(Language).min(1)

/** The routes below `/__mock`, which tests use. Wrong input gets a 400 with the reasons in `faults`. */
export function controlRoutes({ products, partner, faults, stats, edit, ...deps }: Deps): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body.toString()),
    )
    // Not the not-found handler, because the site's catch-all route has precedence over it.
    app.all('/*', (request, reply) =>
      refuse(reply, 404, `No control route ${request.method} ${request.url}.`, []),
    )
    app.setErrorHandler((error, _request, reply) => {
      if (error instanceof BadControl) return refuse(reply, error.status, error.message, error.faults)
      throw error
    })

    app.post('/reset', (_request, reply) => {
      deps.reset()
      return reply.code(204).send()
    })
    app.post('/backup', (_request, reply) => {
      deps.backUp()
      return reply.code(204).send()
    })
    app.post('/restore', (_request, reply) => {
      if (!deps.restore())
        throw new BadControl('There is no backup. Make one with POST /__mock/backup.', [], 404)
      return reply.code(204).send()
    })

    app.get('/stats', () => stats.snapshot())
    app.delete('/stats', (_request, reply) => {
      stats.zero()
      return reply.code(204).send()
    })

    app.get('/faults', () => faults.state())
    app.put('/faults', (request) => {
      const { rules, seed } = read(Faults, json(request.body), 'fault rules')
      faults.arm(rules, seed)
      return faults.state()
    })
    app.delete('/faults', (_request, reply) => {
      faults.arm([])
      return reply.code(204).send()
    })

    app.post('/editor', (request) =>
      edit(request, read(EditorWork, json(request.body), 'work for the editor')),
    )

    app.put('/products/:gtin/:language', (request) => {
      const { gtin, language } = target(request.params)
      products.patch(gtin, language, read(ProductPatch, json(request.body), 'product fields'))
      return {
        gtin,
        language,
        records: products.languages().filter((code) => language === '*' || code === language),
      }
    })
    for (const path of ['/products/:gtin', '/products/:gtin/:language']) {
      app.delete(path, (request, reply) => {
        const { gtin, language } = target(request.params)
        if (!products.isKnown(gtin)) throw new BadControl(`There is no product ${gtin}.`, [], 404)
        products.remove(gtin, language, read(Removal, request.query, 'query').answer)
        return reply.code(204).send()
      })
    }

    app.get('/partner', () => partner.state())
    app.put('/partner', (request) =>
      partner.change(read(PartnerChange, json(request.body), 'partner settings')),
    )

    app.put('/languages', (request) => {
      products.setLanguages(read(LanguageList, json(request.body), 'language list'))
      return products.languages()
    })

    app.get('/catalog.txt', (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send([...products.catalogue(), ''].join('\n')),
    )
  }

  function target(params: unknown): z.infer<typeof Target> {
    const found = read(Target, params, 'product')
    const known = products.languages()
    if (found.language !== '*' && !known.includes(found.language)) {
      throw new BadControl(`Unknown language ${found.language}.`, [
        `allowed: * or one of ${known.join(', ')}`,
      ])
    }
    return found
  }
}
