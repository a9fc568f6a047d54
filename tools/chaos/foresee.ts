import { createHash } from 'node:crypto'
import { readPages } from './actors/pages.ts'
import type { ChaosServer } from './actors/server.ts'
import { nothingYet, type Expected, type Said } from './oracle/expectation.ts'
import { stillThere, withoutForgone } from './oracle/forgone.ts'
import { foreseeOne } from './oracle/held-at-work.ts'
import { prepare } from './oracle/expected.ts'
import { relink } from './oracle/relink.ts'
import type { Around } from './oracle/undone.ts'
import { assetFields, bannerField } from './oracle/versions.ts'
import type { Schedule } from './story/schedule.ts'
import type { Story } from './sync-runs.ts'
import type { World } from './world.ts'

type Known = { expectations: ReadonlyMap<string, Expected>; phase: number; story: Story }

/** The expectation for each record before the runs of a phase, with the edits up to then, and after them. */
export async function foresee(
  { partner, editors, server }: World,
  { languages, policy: always, engine, phases, workflow }: Schedule,
  { expectations, phase, story }: Known,
): Promise<Map<string, Around>> {
  const policy = workflow === true && phase > 0 ? { ...always, newStatus: 'in-review' } : always
  await editors.look()
  const pages = new Map((await readPages(server)).map((page) => [page.id, page]))
  const around = new Map<string, Around>()
  const { kills = [], faults = [], resyncs = [] } = phases[phase] ?? {}
  const resynced = new Set(resyncs.map(({ product }) => partner.gtinOf(product)))
  const bereft = new Set(editors.done.flatMap((done) => (done.phase === phase ? (done.bereft ?? []) : [])))
  const files = policy.banner === 'show' ? [...assetFields, bannerField] : assetFields
  const isRewritten = engine === 'plugin' && kills.length + faults.length > 0
  for (const product of partner.products()) {
    for (const [language, code] of languages.entries()) {
      const gtin = partner.gtinOf(product)
      const record = `${gtin}/${code}`
      const heard = partner.isWanted(product, language) ? await hear(server, gtin, code, files) : undefined
      const said = heard && { ...heard, product: { ...heard.product, ...partner.columnsIn(product) } }
      const actions = editors.done.filter((done) => done.phase === phase && done.record === record)
      const page = pages.get(editors.pageIds.get(record) ?? 0)
      const earlier = expectations.get(record) ?? nothingYet()
      const known = bereft.has(record) ? { ...earlier, bereft: true } : earlier
      const after = withoutForgone(foreseeOne(known, actions, said, { policy, page }), page)
      // If the write of an edited block lost its reply, text of the plug-in and of the editor cannot be distinguished.
      if (isRewritten && after.words.inner !== undefined) after.contested = ['all']
      // Until a page is retired, a resync or a file that another record shares may bring the files of now.
      const mayLearn = resynced.has(gtin) || policy.misses > 1
      if (mayLearn && known.retired === undefined && after.retired !== undefined)
        after.files = await withFilesOfNow(server, after.files)
      const one = { before: prepare(known, actions), after }
      around.set(record, one)
      const left = stillThere(one, actions, page)
      if (left.length > 0)
        story.violations.push(`${record}: was to be overwritten and stands: ${left.join(', ')}`)
    }
  }
  const now = new Map([...around].map(([record, { after }]) => [record, after]))
  const renamed = new Set(
    editors.done
      .filter(
        (done) => done.phase === phase && done.action.do === 'rename-language' && done.reason === undefined,
      )
      .map(({ record }) => record.split('/')[1] ?? ''),
  )
  const hasPlugin = engine === 'plugin'
  if (policy.onEdit === 'overwrite') relink(expectations, now, { resynced, renamed, hasPlugin })
  return around
}

async function withFilesOfNow(server: ChaosServer, files: Expected['files']): Promise<Expected['files']> {
  const entries = Object.entries(files).map(async ([address, hashes]) => {
    const bytes = await server.file(address)
    return [address, bytes === undefined ? hashes : [...hashes, hashOf(bytes)]] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function hear(
  server: ChaosServer,
  gtin: string,
  language: string,
  fields: readonly string[],
): Promise<Said> {
  const product = await server.product(gtin, language)
  if (product === undefined) return undefined
  const files: Record<string, string> = {}
  for (const field of fields) {
    const address = product[field]
    const bytes = typeof address === 'string' && address !== '' ? await server.file(address) : undefined
    if (bytes !== undefined) files[String(address)] = hashOf(bytes)
  }
  return { product, files }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
