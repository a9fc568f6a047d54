import type { RequiredField } from '../story/schedule.ts'
import type { World } from '../world.ts'
import type { Expected } from './expectation.ts'

/** A process for each takes a second. */
const mostAsked = 2

/** The history of a page that waits contains the missing field. */
export async function checkReasons(
  world: World,
  expectations: ReadonlyMap<string, Expected>,
  publishIf: RequiredField | undefined,
): Promise<string[]> {
  if (publishIf === undefined) return []
  const waiting = [...expectations].filter(
    ([, { page, waits, trashed, hold, held, retired, skips, absent }]) =>
      page === 'alive' &&
      waits === 'yes' &&
      retired === undefined &&
      skips === undefined &&
      !(trashed || hold || held || absent),
  )
  const faults: string[] = []
  for (const [record] of waiting.slice(0, mostAsked)) {
    const [gtin = '', language = ''] = record.split('/')
    const { code, stdout, stderr } = await world.command('history', gtin, language)
    const isTold = stdout.includes('waits for') && stdout.includes(publishIf)
    if (!isTold)
      faults.push(
        `${record}: its history does not contain ${publishIf} (exit code ${code}): ${stdout}${stderr}`,
      )
  }
  return faults
}
