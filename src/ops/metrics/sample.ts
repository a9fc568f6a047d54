import type { metricHelp } from './metric-help.ts'

/** One value of a metric. */
export type Sample = { value: number; labels?: Record<string, string> }

/** The samples of some metrics, by the metric's name without its prefix. */
export type Samples = Partial<Record<keyof typeof metricHelp, Sample[]>>
