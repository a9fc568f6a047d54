import { readConfig, type Config } from '../../../config/daemon.ts'
import type { OpenDecision } from '../../core/decisions/open-decision.ts'
import { isNamedField, type FieldNames } from '../../core/record/field-names.ts'
import { ConfigError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import { openUpstreams } from '../../mirror/upstreams.ts'
import type { OpenedStore } from '../../store/open.ts'
import type { Stores } from '../../store/stores.ts'
import { readDecisionNames } from '../../sync/decisions/list-decisions.ts'

type Opened = { stores: Stores; store: OpenedStore; log: Logger }

/**
 * The names of terms and files in conflicts, for a command that requires only Redis: without a valid configuration or a
 * response of the CMS, some are missing.
 */
export async function readNamesInDecisions(
  env: NodeJS.ProcessEnv,
  opened: Opened,
  waiting: readonly OpenDecision[],
): Promise<FieldNames> {
  const { signal } = new AbortController()
  const { fieldNames } = opened.stores
  const hasNames = waiting.some(({ conflict }) => conflict?.fields.some(({ field }) => isNamedField(field)))
  const config = hasNames ? readIfValid(env) : undefined
  if (config === undefined) return readDecisionNames({ fieldNames }, waiting, signal)
  const upstreams = openUpstreams(config, opened)
  try {
    return await readDecisionNames({ fieldNames, map: config.map, cms: upstreams.cms }, waiting, signal)
  } finally {
    await upstreams.close()
  }
}

function readIfValid(env: NodeJS.ProcessEnv): Config | undefined {
  try {
    return readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return undefined
    throw error
  }
}
