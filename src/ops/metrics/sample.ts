import type { metricHelp } from './metric-help.ts'

export type Sample = { value: number; labels?: Record<string, string> }

/** The samples of some metrics, by the metric's name without its prefix. */
export type Samples = Partial<Record<keyof typeof metricHelp, Sample[]>>

/** One sample for each name that has a value, labelled with the name. */
export function samplesBy(
  label: string,
  values: Readonly<Record<string, number | undefined>>,
  labels: Record<string, string> = {},
): Sample[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [{ value, labels: { ...labels, [label]: name } }],
  )
}

/** Seconds since 1970. */
export function toSeconds(iso: string | undefined): number | undefined {
  return iso === undefined ? undefined : Date.parse(iso) / 1000
}
