import { readPages } from '../actors/pages.ts'
import type { RunReport, Runs } from '../actors/runs.ts'
import type { World } from '../world.ts'
import { isUpdatedOutside } from './check-outcomes.ts'
import { readable } from './check-page.ts'
import { plain, shownTexts } from './versions.ts'

const green: ReadonlySet<string> = new Set(['created', 'updated', 'restored'])

type Site = Pick<World, 'server' | 'partner'> & {
  editors: Pick<World['editors'], 'look' | 'done' | 'pageIds'>
  runs: Pick<Runs, 'outcomes'>
}

/** A page that a run reports as written shows the product, unless an editor changed the page at any time. */
export async function checkGreen(
  { server, editors, partner, runs }: Site,
  run: Pick<RunReport, 'id'>,
): Promise<string[]> {
  await editors.look()
  const touched = new Set(editors.done.map(({ record }) => record))
  const pages = new Map((await readPages(server)).map((page) => [page.id, page]))
  const faults: string[] = []
  const isOutside = isUpdatedOutside(partner)
  for (const outcome of await runs.outcomes(run.id)) {
    const { gtin, language, result } = outcome
    const record = `${gtin}/${language}`
    if (!green.has(result) || touched.has(record)) continue
    const page = pages.get(editors.pageIds.get(record) ?? 0)
    // Its product is not requested: the page is written for its links only.
    if (isOutside(outcome)) continue
    const product = await server.product(gtin, language)
    if (product === undefined) continue
    if (page === undefined) {
      faults.push(`run ${run.id} reports ${record} as ${result}, and it has no page`)
      continue
    }
    const seen = readable(page.content)
    const absent = shownTexts(product).filter(([, text]) => !seen.includes(readable(text)))
    const isNamed =
      readable(page.title) === readable(plain(typeof product['name'] === 'string' ? product['name'] : ''))
    const fields = [...(isNamed ? [] : ['name']), ...absent.map(([field]) => field)]
    if (fields.length > 0)
      faults.push(
        `run ${run.id} reports ${record} as ${result}, and page ${page.id} does not show ${[...new Set(fields)].join(', ')}`,
      )
  }
  return faults
}
