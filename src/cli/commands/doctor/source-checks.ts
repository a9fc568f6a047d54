import type { Config } from '../../../../config/daemon.ts'
import { readTemplates } from '../../../../config/templates.ts'
import { countOf } from '../../../core/text/format.ts'
import { findUnusableSuccessors } from '../../../core/record/successor.ts'
import { explainColumns, missingColumns } from '../../../sync/collect/save-columns.ts'
import type { SyncDeps } from '../../../sync/deps.ts'
import { explainLabelGaps } from '../../../core/render/locale/labels.ts'
import type { Mirror } from '../../../mirror/mirror.ts'
import type { Found } from './check-secrets.ts'

/** A column of families may be missing in the catalogue. */
type OfRenderer = { renderer: Pick<SyncDeps['renderer'], 'familyBy'> }

export async function checkCatalogue(
  { sync }: { sync: Pick<SyncDeps, 'readCatalog' | 'policy' | 'map'> & OfRenderer },
  config: Pick<Config, 'catalog'>,
  signal: AbortSignal,
): Promise<Found> {
  const catalog = await sync.readCatalog(signal)
  const { gtins, faults, notes, form } = catalog
  const missing = missingColumns(sync, catalog)
  if (missing.length > 0) return { failed: explainColumns(missing, catalog, sync) }
  const read = [form, `first ${gtins.slice(0, 3).join(', ')}`, ...notes].filter((part) => part !== undefined)
  const known = `${countOf(gtins.length, 'GTIN')} in ${config.catalog} (${read.join('; ')})`
  const unusable = sync.policy.retireTo === 'notice' ? findUnusableSuccessors(catalog) : undefined
  const listed = `${faults.slice(0, 3).join('; ')}${faults.length > 3 ? ' …' : ''}`
  const warnings = [
    ...(faults.length > 0 ? [`invalid entries: ${listed}. Repair them: each may hide a product`] : []),
    ...(unusable
      ? [
          `${countOf(unusable.count, 'cell')} of the column successor without the GTIN of another product, for example ${unusable.example}`,
        ]
      : []),
  ]
  return warnings.length === 0 ? known : { warning: [known, ...warnings].join('; ') }
}

export async function checkPartner(
  { sync }: { sync: Pick<SyncDeps, 'partner'> },
  config: Pick<Config, 'languages'>,
  signal: AbortSignal,
): Promise<Found> {
  const served = await sync.partner.fetchLanguages(signal)
  const missing = config.languages === 'all' ? [] : config.languages.filter((code) => !served.includes(code))
  if (missing.length > 0)
    return {
      failed: `LANGUAGES names ${missing.join(', ')}, which the partner does not serve (${served.join(', ')}). Set LANGUAGES to some of these, or to all`,
    }
  return `token accepted, ${countOf(served.length, 'language')}: ${served.join(', ')}`
}

export async function checkLabels({ sync }: Mirror, config: Config, signal: AbortSignal): Promise<Found> {
  const { labels } = await readTemplates(config.templateDir)
  // The Partner check reports why its languages are unknown.
  const served = await sync.partner.fetchLanguages(signal).catch(() => undefined)
  const wanted = config.languages === 'all' ? served : config.languages
  if (wanted === undefined)
    return {
      warning: 'not checked: the partner’s languages are unknown. Fix the Partner check first',
    }
  const languages = wanted.filter((code) => served === undefined || served.includes(code))
  const gaps = explainLabelGaps(languages, labels)
  return gaps.length === 0
    ? `complete for ${countOf(languages.length, 'language')}`
    : { warning: gaps.join('; ') }
}
