import { countOf, formatCount, formatDuration } from '../../../core/text/format.ts'
import type { RunDay } from './run-days.ts'

const parts = ['created', 'updated', 'retired', 'failed'] as const

const width = 900
const recordsHeight = 120
const durationsHeight = 50
const gap = 5
/** Keeps the smallest value visible. */
const minHeight = 2

/**
 * The last days as two charts, as text and as a table. The charts contain no text, because they are
 * stretched. Records use a square-root scale, so that small days are visible next to the first sync.
 */
export function toRunChart(days: readonly RunDay[]) {
  const step = width / days.length
  const busiest = days.map(total).reduce((most, count) => Math.max(most, count), 0)
  const longest = days.reduce((most, { seconds = 0 }) => Math.max(most, seconds), 0)
  /** A rectangle in the column of a day; `part` names its content. */
  const barAt = (index: number, part: string, bottom: number, height: number) => ({
    part,
    x: round(index * step + gap / 2),
    width: round(step - gap),
    y: round(bottom - height),
    height: round(height),
  })
  return {
    width,
    records: {
      title: `Records per day, maximum ${formatCount(busiest)} (square-root scale)`,
      height: recordsHeight,
      bars: days.flatMap((day, index) => {
        const whole = Math.sqrt(total(day) / Math.max(1, busiest)) * recordsHeight
        let bottom = recordsHeight
        return parts.flatMap((part) => {
          if (day[part] === 0) return []
          const height = Math.max(minHeight, (whole * day[part]) / total(day))
          const bar = barAt(index, part, bottom, height)
          bottom -= height
          return [bar]
        })
      }),
    },
    durations: {
      title: `Longest run per day, maximum ${formatDuration(longest)}`,
      height: durationsHeight,
      bars: days.flatMap(({ seconds }, index) => {
        if (seconds === undefined) return []
        const height = Math.max(minHeight, (seconds / Math.max(longest, 0.001)) * durationsHeight)
        return [barAt(index, 'duration', durationsHeight, height)]
      }),
    },
    days: days.map((day, index) => ({ x: round(index * step), width: round(step), text: describeDay(day) })),
    first: days[0]?.day ?? '',
    last: days.at(-1)?.day ?? '',
    summary: summarize(days),
    rows: days
      .filter(({ runs }) => runs > 0)
      .map((day) => ({ ...day, longest: day.seconds === undefined ? '–' : formatDuration(day.seconds) }))
      .toReversed(),
    legend: parts,
  }
}

function total(day: RunDay): number {
  return parts.reduce((sum, part) => sum + day[part], 0)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function describeDay(day: RunDay): string {
  if (day.runs === 0) return `${day.day}: no runs`
  const time = day.seconds === undefined ? '' : `, longest ${formatDuration(day.seconds)}`
  return `${day.day}: ${countOf(day.runs, 'run')}, ${describeParts([day])}${time}`
}

function summarize(days: readonly RunDay[]): string {
  const runs = sumOf(days, 'runs')
  if (runs === 0) return `No runs in the last ${days.length} days.`
  const withErrors = sumOf(days, 'withErrors')
  const errors = `${withErrors === 0 ? 'none' : formatCount(withErrors)} with errors`
  return `${countOf(runs, 'run')} in the last ${days.length} days, ${errors}. Records: ${describeParts(days)}.`
}

/** `64 created, 1 updated, 36 retired, 0 failed` */
function describeParts(days: readonly RunDay[]): string {
  return parts.map((part) => `${formatCount(sumOf(days, part))} ${part}`).join(', ')
}

function sumOf(days: readonly RunDay[], name: 'runs' | 'withErrors' | (typeof parts)[number]): number {
  return days.reduce((sum, day) => sum + day[name], 0)
}
