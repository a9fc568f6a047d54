import { createTables } from '../../store/formats/tables.ts'
import { listWaiting } from '../../sync/decisions/list-decisions.ts'
import { toConflictLines } from '../output/conflict-lines.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { withStore } from '../shared/with-store.ts'

const shown = 100
/** Each entry has all three texts of its fields. */
const mostInJson = 1_000

/** Prints the records that need a decision and the decisions in force; needs only Redis. */
export async function printDecisions(
  env: NodeJS.ProcessEnv,
  options: { json?: boolean | undefined },
): Promise<number> {
  return withStore(env, async ({ redis, keys }) => {
    const { waiting, more } = await listWaiting(createTables(redis, keys), options.json ? mostInJson : shown)
    const lines = options.json ? [JSON.stringify({ waiting, more })] : toConflictLines(waiting, more)
    process.stdout.write(`${lines.join('\n')}\n`)
    return exitCodes.done
  })
}
