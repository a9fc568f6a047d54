import { createHash } from 'node:crypto'
import { readPages } from './actors/pages.ts'
import type { ChaosServer } from './actors/server.ts'
import { nothingYet, type Expected, type Said } from './oracle/expectation.ts'
import { withoutForgone } from './oracle/forgone.ts'
import { foreseeOne } from './oracle/held-at-work.ts'
import { prepare } from './oracle/expected.ts'
import { relink } from './oracle/relink.ts'
import type { Around } from './oracle/undone.ts'
import { assetFields } from './oracle/versions.ts'
import type { Schedule } from './story/schedule.ts'
import type { World } from './world.ts'

/** What is expected of each record before the runs of a phase, with what people did until then, and after them. */
export async function foresee(
  { partner, editors, server }: World,
  { languages, policy }: Schedule,
  known: ReadonlyMap<string, Expected>,
  phase: number,
): Promise<Map<string, Around>> {
  await editors.look()
  const pages = new Map((await readPages(server)).map((page) => [page.id, page]))
  const before = new Map<string, Expected>()
  const after = new Map<string, Expected>()
  for (const product of partner.products()) {
    for (const [language, code] of languages.entries()) {
      const gtin = partner.gtinOf(product)
      const record = `${gtin}/${code}`
      const said = partner.isWanted(product, language) ? await hear(server, gtin, code) : undefined
      const actions = editors.done.filter((done) => done.phase === phase && done.record === record)
      const page = pages.get(editors.pageIds.get(record) ?? 0)
      const stood = known.get(record) ?? nothingYet()
      before.set(record, prepare(stood, actions))
      after.set(record, withoutForgone(foreseeOne(stood, actions, said, { policy, page }), page))
    }
  }
  if (policy.onEdit === 'overwrite') relink(known, after)
  const around = new Map<string, Around>()
  for (const [record, now] of after)
    around.set(record, { before: before.get(record) ?? nothingYet(), after: now })
  return around
}

async function hear(server: ChaosServer, gtin: string, language: string): Promise<Said> {
  const product = await server.product(gtin, language)
  if (product === undefined) return undefined
  const files: Record<string, string> = {}
  for (const field of assetFields) {
    const address = product[field]
    const bytes = typeof address === 'string' && address !== '' ? await server.file(address) : undefined
    if (bytes !== undefined) files[String(address)] = createHash('sha256').update(bytes).digest('hex')
  }
  return { product, files }
}
