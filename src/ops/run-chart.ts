import { formatCount, formatDuration } from './format.ts'
import type { RunDay } from './run-days.ts'

/** A rectangle of the picture; `part` says what it stands for. */
type Bar = { part: string; x: number; y: number; width: number; height: number }

/** The picture of the last days as numbers: bars for records above, bars for the longest run below. */
export type RunChart = {
  width: number
  height: number
  bars: Bar[]
  /** Where the two parts stand. */
  lines: number[]
  labels: { x: number; y: number; text: string; end: boolean }[]
  /** A day each: where a pointer finds it, and what it says. */
  days: { x: number; width: number; text: string }[]
  /** What the picture shows, in a sentence. */
  summary: string
  rows: (RunDay & { longest: string })[]
  legend: readonly string[]
}

const parts = ['created', 'updated', 'retired', 'failed'] as const

const width = 720
const records = { top: 18, height: 120 }
const durations = { top: 170, height: 50 }
const height = durations.top + durations.height + 20
const gap = 4

/** Lays the days out; both parts begin at 0, the records’ height grows with the square root so that small days show. */
export function toRunChart(days: readonly RunDay[]): RunChart {
  const step = width / days.length
  const busiest = Math.max(...days.map(total))
  const most = Math.max(1, busiest)
  const longest = Math.max(1, ...days.map(({ seconds }) => seconds ?? 0))
  const bars = days.flatMap((day, index): Bar[] => {
    const place = { x: index * step + gap / 2, width: step - gap }
    const bar = (part: string, bottom: number, size: number): Bar => ({
      part,
      ...place,
      y: round(bottom - size),
      height: round(size),
    })
    const whole = Math.sqrt(total(day) / most) * records.height
    let bottom = records.top + records.height
    const stacked = parts.flatMap((part) => {
      if (day[part] === 0) return []
      const size = Math.max(2, (whole * day[part]) / total(day))
      const drawn = bar(part, bottom, size)
      bottom -= size
      return [drawn]
    })
    if (day.seconds === undefined) return stacked
    const time = Math.max(2, (day.seconds / longest) * durations.height)
    return [...stacked, bar('duration', durations.top + durations.height, time)]
  })
  return {
    width,
    height,
    bars,
    lines: [records.top + records.height, durations.top + durations.height],
    labels: [
      {
        x: 0,
        y: 12,
        text: `Records a day, at most ${formatCount(most === 1 ? Math.max(...days.map(total)) : most)}`,
        end: false,
      },
      {
        x: 0,
        y: durations.top - 8,
        text: `Longest run of the day, at most ${formatDuration(longest)}`,
        end: false,
      },
      { x: 0, y: height - 4, text: days[0]?.day ?? '', end: false },
      { x: width, y: height - 4, text: days.at(-1)?.day ?? '', end: true },
    ],
    days: days.map((day, index) => ({ x: round(index * step), width: round(step), text: sayDay(day) })),
    summary: saySum(days),
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

function saySum(days: readonly RunDay[]): string {
  const sum = (of: (day: RunDay) => number): number => days.reduce((all, day) => all + of(day), 0)
  const runs = sum((day) => day.runs)
  if (runs === 0) return `No run in the last ${days.length} days.`
  const did = parts.map((part) => `${formatCount(sum((day) => day[part]))} ${part}`).join(', ')
  const troubled = sum((day) => day.troubled)
  const trouble = troubled === 0 ? 'none with trouble' : `${formatCount(troubled)} with trouble`
  return `${sayRuns(runs)} in the last ${days.length} days, ${trouble}: ${did} records.`
}

function sayRuns(count: number): string {
  return count === 1 ? '1 run' : `${formatCount(count)} runs`
}
