import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Played } from './play.ts'
import type { Schedule } from './story/schedule.ts'

export const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** Stores the whole log of a play in a file, and returns its path. */
export async function keepLog({ seed, index }: Schedule, played: Played): Promise<string> {
  const folder = join(tmpdir(), 'product-mirror-chaos')
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${seed}-${index}.log`)
  await writeFile(file, `${played.log.join('\n')}\n`)
  return file
}

/** The broken promises, with all that is needed to reproduce them. */
export function describeFailure(schedule: Schedule, played: Played, logFile: string, plant?: string): string {
  const { seed, index } = schedule
  const runs = played.runs.map(({ id, state, counts, failure, notes }) => {
    const counted = Object.entries(counts).filter(([, count]) => count > 0)
    const told = counted.map(([name, count]) => `${name} ${count}`).join(', ')
    return `  run ${id} ${state}: ${told}${failure === undefined ? '' : `; ${failure.message}`}${notes.length > 0 ? `; ${notes.join('; ').slice(0, 300)}` : ''}`
  })
  const seldom = played.actions
    .filter(({ ok }) => !ok)
    .map((action) => `  ${action.do} was not possible: ${action.reason}`)
  return [
    `FAILED  seed ${seed}, schedule ${index}${plant === undefined ? '' : `, planted ${plant}`}`,
    ...played.violations.slice(0, 12).map((violation) => `  ✗ ${violation}`),
    ...(played.violations.length > 12 ? [`  … and ${played.violations.length - 12} more`] : []),
    ...runs,
    ...seldom,
    ...played.undos.flatMap(({ reason }) =>
      reason === undefined ? [] : [`  undo was not possible: ${reason}`],
    ),
    ...played.fired.map(({ hit, at, nth, what }) => `  ended ${hit} at ${at} ${nth}: ${what}`),
    `  log: ${logFile}`,
    `  schedule: ${JSON.stringify(schedule)}`,
  ].join('\n')
}

/** The command that plays a schedule again. */
export function replayCommand(schedule: Schedule, plant?: string): string {
  const planted = plant === undefined ? '' : ` --plant ${plant}`
  return `npm run test:chaos --${planted} --replay '${JSON.stringify(schedule)}'`
}
