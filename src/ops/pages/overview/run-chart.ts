import { plural } from '../../../core/record/plural.ts'
import { formatCount, formatDuration } from '../../http/format.ts'
import type { RunDay } from './run-days.ts'

/** A rectangle of a chart; `part` names what it shows. */
type Bar = { part: string; x: number; y: number; width: number; height: number }

const parts = ['created', 'updated', 'retired', 'failed'] as const

const width = 900
const recordsHeight = 120
const durationsHeight = 50
const gap = 5
/** Keeps the smallest value visible. */
const minHeight = 2

/**
 * The last days as two charts, in words and as a table. The charts have no text, because they are stretched. Records use
 * a square-root scale, so that small days show beside the first sync.
 */
export function toRunChart(days: readonly RunDay[]) {
  const step = width / days.length
  const busiest = Math.max(...days.map(total))
  const longest = Math.max(...days.map(({ seconds }) => seconds ?? 0))
  const barAt = (index: number, part: string, bottom: number, height: number): Bar => ({
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
      bars: days.flatMap(({ seconds }, index) =>
        seconds === undefined
          ? []
          : [
              barAt(
                index,
                'duration',
                durationsHeight,
                Math.max(minHeight, (seconds / Math.max(longest, 0.001)) * durationsHeight),
              ),
            ],
      ),
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
  const did = parts.map((part) => `${formatCount(day[part])} ${part}`).join(', ')
  const time = day.seconds === undefined ? '' : `, longest ${formatDuration(day.seconds)}`
  return `${day.day}: ${countRuns(day.runs)}, ${did}${time}`
}

function summarize(days: readonly RunDay[]): string {
  const sum = (of: (day: RunDay) => number): number => days.reduce((all, day) => all + of(day), 0)
  const runs = sum((day) => day.runs)
  if (runs === 0) return `No runs in the last ${days.length} days.`
  const did = parts.map((part) => `${formatCount(sum((day) => day[part]))} ${part}`).join(', ')
  const withErrors = sum((day) => day.withErrors)
  const errors = `${withErrors === 0 ? 'none' : formatCount(withErrors)} with errors`
  return `${countRuns(runs)} in the last ${days.length} days, ${errors}. Records: ${did}.`
}

function countRuns(count: number): string {
  return `${formatCount(count)} ${plural(count, 'run')}`
}
