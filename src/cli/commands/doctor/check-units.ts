import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../../config/daemon.ts'
import { readTemplates, unitsFile } from '../../../../config/templates.ts'
import { sizesWithoutUnit } from '../../../core/render/facts-table.ts'
import { countOf } from '../../../core/text/format.ts'
import { toJson } from '../../../lib/text/json.ts'
import type { Mirror } from '../../../mirror/mirror.ts'
import type { Found } from './check-secrets.ts'

const mostChecked = 20

/**
 * Whether pages hide numbers of some products because their unit is unknown. If no file has the units yet, this writes
 * one to fill in: in TEMPLATE_DIR, or else in DATA_DIR.
 */
export async function checkUnits(
  { sync }: Mirror,
  { templateDir, page, languages, redis }: Config,
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
  const folder = templateDir ?? join(redis.dataDir, 'templates')
  const file = await writeForm(folder, fields)
  return {
    warning: `the numbers of ${[...fields].join(', ')} have no unit, so pages hide them (${countOf(products.length, 'product')} checked). Enter the units in ${file ?? `${unitsFile} in TEMPLATE_DIR`}${templateDir === undefined && file !== undefined ? ` and set TEMPLATE_DIR=${folder}` : ''}, or set NUMBERS_WITHOUT_UNIT=show`,
  }
}

/** Writes a file with these fields and no units, unless there is one. Returns its name; undefined if it cannot be written. */
async function writeForm(folder: string, fields: ReadonlySet<string>): Promise<string | undefined> {
  const file = join(folder, unitsFile)
  const empty = Object.fromEntries([...fields].map((field) => [field, null]))
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(file, `${toJson(empty)}\n`, { flag: 'wx' })
  } catch (error) {
    if (!isExisting(error)) return undefined
  }
  return file
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
