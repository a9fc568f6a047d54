import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const folder = join(import.meta.dirname, 'assets')

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

type Asset = { name: string; type: string; text: string; version: string }

const assets: ReadonlyMap<string, Asset> = new Map(
  readdirSync(folder).flatMap((name): [string, Asset][] => {
    const type = types[extname(name)]
    if (type === undefined) return []
    const text = readFileSync(join(folder, name), 'utf8')
    const version = createHash('sha256').update(text).digest('base64url').slice(0, 16)
    return [[name, { name, type, text, version }]]
  }),
)

/** The versioned URL of a file in `src/ops/assets`; throws if there is none. */
export function assetUrl(name: string): string {
  const asset = assets.get(name)
  if (asset === undefined) throw new Error(`src/ops/assets contains no file ${name}.`)
  return `/assets/${name}?v=${asset.version}`
}

/** `/assets/…`: style sheets, scripts and images; browsers cache versioned URLs for a year. */
export function routeAssets(app: FastifyInstance): void {
  for (const { name, type, text, version } of assets.values()) {
    const etag = `"${version}"`
    app.get<{ Querystring: { v?: string } }>(`/assets/${name}`, async (request, reply) => {
      const immutable = request.query.v === version
      // Private, because the files also require the login.
      reply.header('cache-control', immutable ? 'private, max-age=31536000, immutable' : 'private, no-cache')
      reply.header('etag', etag)
      const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
      if (known?.includes(etag)) return reply.code(304).send()
      return reply.type(type).send(text)
    })
  }
}
