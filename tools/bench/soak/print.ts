import { compareKeys, judge, limit } from './judge.ts'
import type { KeyCount, Sample } from './sample.ts'

type Keys = {
  before: ReadonlyMap<string, KeyCount>
  after: ReadonlyMap<string, KeyCount>
  auditEntries: number
}

/** Prints the table and the verdict; returns whether everything stayed flat. */
export function printVerdict(samples: readonly Sample[], { before, after, auditEntries }: Keys): boolean {
  const verdicts = judge(samples)
  console.log('\n| | first quarter | last quarter | ratio | limit |\n| --- | --- | --- | --- | --- |')
  for (const { measure, first, last, ratio, grows } of verdicts)
    console.log(
      `| ${measure} | ${round(first)} | ${round(last)} | ${ratio.toFixed(2)}${grows ? ' ✗' : ''} | ≤ ${limit} |`,
    )
  console.log(`\nAudit trail: ${auditEntries} entries; it is cut at 10 000. Not part of Redis memory above.`)
  console.log('Keys by kind, before → after:')
  for (const line of compareKeys(before, after)) console.log(`  ${line}`)
  const growing = verdicts.filter(({ grows }) => grows).map(({ measure }) => measure)
  console.log(growing.length === 0 ? '\nFlat.' : `\nGrows: ${growing.join('; ')}.`)
  return growing.length === 0
}

function round(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1)
}
