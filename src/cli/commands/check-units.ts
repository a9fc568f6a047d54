import type { Config } from '../../../config/daemon.ts'
import { readTemplates } from '../../../config/templates.ts'
import { sizesWithoutUnit } from '../../core/render/facts-table.ts'
import { countOf } from '../../core/text/format.ts'
import type { Mirror } from '../../mirror/mirror.ts'
import type { Found } from './check-secrets.ts'

const mostChecked = 20

/** Whether pages hide numbers of some products because their unit is unknown. */
export async function checkUnits(
  { sync }: Mirror,
  { templateDir, page, languages }: Config,
  signal: AbortSignal,
): Promise<Found | undefined> {
  if (page.numbersWithoutUnit === 'show') return undefined
  // Other checks report a catalogue or a product that cannot be read.
  const missed = () => undefined
  const [{ units }, catalog] = await Promise.all([
    readTemplates(templateDir),
    sync.readCatalog(signal).catch(missed),
  ])
  const [language] = languages === 'all' ? await sync.partner.fetchLanguages(signal) : languages
  if (language === undefined) return undefined
  const fetched = await Promise.all(
    (catalog?.gtins ?? [])
      .slice(0, mostChecked)
      .map((gtin) => sync.partner.fetchProduct({ gtin, language }, undefined, signal).catch(missed)),
  )
  const products = fetched.flatMap((one) => (one?.state === 'present' ? [one.product] : []))
  const fields = new Set(products.flatMap((product) => sizesWithoutUnit(product, units)))
  if (fields.size === 0) return undefined
  return {
    warning: `the numbers of ${[...fields].join(', ')} have no unit, so pages hide them (${countOf(products.length, 'product')} checked). Add the units to units.json in TEMPLATE_DIR, or set NUMBERS_WITHOUT_UNIT=show`,
  }
}
