import type { WireProduct } from '../../../src/contracts/partner.ts'
import {
  type Asked,
  type ScriptedServer,
  startScripted,
  type Step,
} from '../../helpers/world/scripted-server.ts'
import { gtinCheckDigit } from '../../../src/contracts/gtin.ts'

export const language = 'de-de'

/** A partner with a hostile body for each of its records, and files. */
export type HostilePartner = ScriptedServer & { gtins: string[] }

/**
 * Serves `bodies` in order, one per GTIN: fields that are added to a valid identity, or the whole body as text. Serves
 * files by path.
 */
export async function startHostilePartner(
  bodies: readonly (Partial<WireProduct> | Record<string, unknown> | string)[],
  files: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<HostilePartner> {
  const gtins = bodies.map((_, at) => gtinOf(at))
  const byGtin = new Map(gtins.map((gtin, at) => [gtin, bodies[at]]))
  const server = await startScripted(({ url }: Asked): Step => {
    const { pathname } = new URL(url, 'http://partner')
    const gtin = /\/product\/(\d{13})\/$/.exec(pathname)?.[1]
    if (pathname.endsWith('/language/')) return { json: [language] }
    const file = files.get(pathname)
    if (file) return { body: file }
    const body = gtin === undefined ? undefined : byGtin.get(gtin)
    if (gtin === undefined || body === undefined) return { status: 404, json: { detail: 'Not found.' } }
    const headers = { 'content-type': 'application/json' }
    if (typeof body === 'string') return { headers, body: body.replaceAll('GTIN', gtin) }
    return { headers, json: { name: `Product ${gtin}`, gtin, language, ...body } }
  })
  return { ...server, gtins }
}

function gtinOf(at: number): string {
  const first = `400638${String(at).padStart(6, '0')}`
  return first + gtinCheckDigit(first)
}
