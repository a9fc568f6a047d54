import type { ChainableCommander, Redis } from 'ioredis'
import type { PageState } from '../../core/page/page-state.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { pageStateShape } from '../formats/shapes/waiting.ts'
import { defineScript, nothing } from '../lua/script.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'
import { createTable } from '../redis/table.ts'

type Seen = { key: RecordKey; state: PageState | undefined }

const replaceStates = defineScript('records/replace-page-states', nothing)

/** The table of the states that editors gave to pages. */
export function createPageStates(redis: Redis, keys: Keys) {
  return {
    ...createTable(redis, keys.pageStates, pageStateShape),

    /**
     * Sets or removes states. An unchanged state keeps its start time. If visitors gained or lost a page, the same step
     * marks its product's language links and its language's listing as stale.
     */
    async replace(entries: readonly Seen[]): Promise<void> {
      if (entries.length > 0) await execute(replacePageStates(redis.pipeline(), keys, entries))
    },
  }
}

/** Adds the command that sets or removes the states of some pages. */
export function replacePageStates(
  commands: ChainableCommander,
  keys: Keys,
  entries: readonly Seen[],
): ChainableCommander {
  if (entries.length === 0) return commands
  const touched = [keys.pageStates, keys.staleLinks, keys.staleListings]
  const values = entries.flatMap(({ key, state }) => [
    recordId(key),
    key.gtin,
    key.language,
    state === undefined ? '' : pageStateShape.encode(state),
  ])
  return replaceStates.queue(commands, touched, values)
}
