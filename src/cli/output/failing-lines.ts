import type { FailingList, FailingRecord } from '../../core/decisions/quarantine.ts'
import { plural } from '../../core/record/plural.ts'
import { recordId } from '../../core/record/record.ts'
import { minuteOf } from '../terminal/minute.ts'
import { toPlain } from '../terminal/plain.ts'

/** The records that fail run after run as lines for people, with what to do about those in quarantine. */
export function toFailingLines({ failing, quarantined }: FailingList): string[] {
  if (failing.length === 0) return ['No record failed in the last run that asked for it.']
  const head = `${quarantined} in quarantine, which runs leave alone until the time given; the others failed in the last run, and the next one asks for them again.`
  const hint =
    quarantined > 0
      ? [
          'To let the next run ask for all of them: product-mirror retry; for one: product-mirror retry GTIN LANGUAGE',
        ]
      : []
  return [head, ...failing.map(toLine), ...hint]
}

function toLine(record: FailingRecord): string {
  const { count, since, nextTryAt, reason } = record
  const until = nextTryAt === undefined ? '' : `, left alone until ${minuteOf(nextTryAt)}`
  const runs = `${count} ${plural(count, 'run', 'runs in a row')}`
  return `  ${recordId(record)}  failed in ${runs} since ${minuteOf(since)}${until}: ${toPlain(reason)}`
}
