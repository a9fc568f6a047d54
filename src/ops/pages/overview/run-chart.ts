import { plural } from '../../../core/record/plural.ts'
import { formatCount, formatDuration } from '../../http/format.ts'
import type { RunDay } from './run-days.ts'

/** A rectangle of a picture; `part` says what it stands for. */
type Bar = { part: string; x: number; y: number; width: number; height: number }

/** Bars of one height scale; the picture is stretched to its place, so all text stands beside it. */
type Plot = { title: string; height: number; bars: Bar[] }

/** The last days as two pictures over one another: what became of records, and how long the longest run took. */
export type RunChart = {
  width: number
  records: Plot
  durations: Plot
  /** A day each: where a pointer finds it, and what it says. */
  days: { x: number; width: number; text: string }[]
  first: string
  last: string
  /** What the pictures show, in a sentence. */
  summary: string
  rows: (RunDay & { longest: string })[]
  legend: readonly string[]
}

const parts = ['created', 'updated', 'retired', 'failed'] as const

const width = 900
const recordsHeight = 120
const durationsHeight = 50
const gap = 5
/** What is there at all must be seen. */
const thinnest = 2

/** Lays the days out. The records’ heights grow with the square root, so that small days show beside the first sync. */
export function toRunChart(days: readonly RunDay[]): RunChart {
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
      title: `Records a day, at most ${formatCount(busiest)} (heights by square root)`,
      height: recordsHeight,
      bars: days.flatMap((day, index) => {
        const whole = Math.sqrt(total(day) / Math.max(1, busiest)) * recordsHeight
        let bottom = recordsHeight
        return parts.flatMap((part) => {
          if (day[part] === 0) return []
          const height = Math.max(thinnest, (whole * day[part]) / total(day))
          const bar = barAt(index, part, bottom, height)
          bottom -= height
          return [bar]
        })
      }),
    },
    durations: {
      title: `Longest run of the day, at most ${formatDuration(longest)}`,
      height: durationsHeight,
      bars: days.flatMap(({ seconds }, index) =>
        seconds === undefined
          ? []
          : [
              barAt(
                index,
                'duration',
                durationsHeight,
                Math.max(thinnest, (seconds / Math.max(longest, 0.001)) * durationsHeight),
              ),
            ],
      ),
    },
    days: days.map((day, index) => ({ x: round(index * step), width: round(step), text: sayDay(day) })),
    first: days[0]?.day ?? '',
    last: days.at(-1)?.day ?? '',
    summary: sayAll(days),
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

function sayDay(day: RunDay): string {
  if (day.runs === 0) return `${day.day}: no run`
  const did = parts.map((part) => `${formatCount(day[part])} ${part}`).join(', ')
  const time = day.seconds === undefined ? '' : `, longest ${formatDuration(day.seconds)}`
  return `${day.day}: ${sayRuns(day.runs)}, ${did}${time}`
}

function sayAll(days: readonly RunDay[]): string {
  const sum = (of: (day: RunDay) => number): number => days.reduce((all, day) => all + of(day), 0)
  const runs = sum((day) => day.runs)
  if (runs === 0) return `No run in the last ${days.length} days.`
  const did = parts.map((part) => `${formatCount(sum((day) => day[part]))} ${part}`).join(', ')
  const troubled = sum((day) => day.troubled)
  const trouble = troubled === 0 ? 'none with trouble' : `${formatCount(troubled)} with trouble`
  return `${sayRuns(runs)} in the last ${days.length} days, ${trouble}; records: ${did}.`
}

function sayRuns(count: number): string {
  return `${formatCount(count)} ${plural(count, 'run')}`
}
