import { countOf, formatCount, formatDuration } from '../../../core/text/format.ts'
import { axisFor, secondsAxisFor, type Axis } from './chart-axis.ts'
import type { RunDay } from './run-days.ts'

const parts = ['created', 'updated', 'retired', 'failed'] as const

/** The places of both plots, in pixels from the top; the width is in percent of the chart. */
const layout = {
  height: 270,
  left: 9,
  records: { title: 'Records per day', top: 28, bottom: 148 },
  durations: { title: 'Longest run per day', top: 190, bottom: 246 },
} as const
/** The part of a day's width that its bar takes. */
const barShare = 0.8
/** Keeps the smallest value visible. */
const minHeight = 2
/** Every so many days have a label. */
const labelledDays = 5

type Plot = (typeof layout)['records' | 'durations']

/**
 * The last days as a picture of two plots with a linear scale, as text and as a table. Positions across are percentages,
 * so that the picture can have any width without distorting its text.
 */
export function toRunChart(days: readonly RunDay[]) {
  const step = (100 - layout.left) / Math.max(1, days.length)
  const recordsAxis = axisFor(mostOf(days.map(total)))
  const durationsAxis = secondsAxisFor(mostOf(days.map(({ seconds = 0 }) => seconds)))
  const heightOf = (value: number, { top, bottom }: Plot, { max }: Axis): number =>
    Math.max(minHeight, (value / max) * (bottom - top))
  /** A rectangle in the column of a day; `part` names its content. */
  const barAt = (index: number, part: string, bottom: number, height: number) => ({
    part,
    x: round(layout.left + (index + (1 - barShare) / 2) * step),
    width: round(step * barShare),
    y: round(bottom - height),
    height: round(height),
  })
  return {
    height: layout.height,
    left: layout.left,
    plots: [
      toPlot(layout.records, recordsAxis, formatCount),
      toPlot(layout.durations, durationsAxis, formatDuration),
    ],
    bars: days.flatMap((day, index) => {
      let bottom: number = layout.records.bottom
      const records = parts.flatMap((part) => {
        if (day[part] === 0) return []
        const bar = barAt(index, part, bottom, heightOf(day[part], layout.records, recordsAxis))
        bottom = bar.y
        return [bar]
      })
      if (day.seconds === undefined) return records
      const height = heightOf(day.seconds, layout.durations, durationsAxis)
      return [...records, barAt(index, 'duration', layout.durations.bottom, height)]
    }),
    days: days.map((day, index) => ({
      x: round(layout.left + index * step),
      width: round(step),
      text: describeDay(day),
    })),
    labels: days.flatMap(({ day }, index) =>
      (days.length - 1 - index) % labelledDays === 0
        ? [{ x: round(layout.left + (index + 0.5) * step), text: day.slice(5) }]
        : [],
    ),
    summary: summarize(days),
    rows: days
      .filter(({ runs }) => runs > 0)
      .map((day) => ({ ...day, longest: day.seconds === undefined ? '–' : formatDuration(day.seconds) }))
      .toReversed(),
    legend: parts,
  }
}

function toPlot({ title, top, bottom }: Plot, { ticks, max }: Axis, format: (value: number) => string) {
  return {
    title,
    titleY: top - 14,
    ticks: ticks.map((tick) => ({
      y: round(bottom - (tick / max) * (bottom - top)),
      text: tick === 0 ? '0' : format(tick),
    })),
  }
}

function mostOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0)
}

function total(day: RunDay): number {
  return parts.reduce((sum, part) => sum + day[part], 0)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
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
  const errors = withErrors === 0 ? 'none failed' : `${formatCount(withErrors)} failed or partial`
  return `${countOf(runs, 'run')} in the last ${days.length} days, ${errors}. Records: ${describeParts(days)}.`
}

/** `64 created, 1 updated, 36 retired, 0 failed` */
function describeParts(days: readonly RunDay[]): string {
  return parts.map((part) => `${formatCount(sumOf(days, part))} ${part}`).join(', ')
}

function sumOf(days: readonly RunDay[], name: 'runs' | 'withErrors' | (typeof parts)[number]): number {
  return days.reduce((sum, day) => sum + day[name], 0)
}
