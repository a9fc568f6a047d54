import { parseArgs } from 'node:util'
import { defaults, type Site } from './simulate.ts'
import { describeSite } from './tables.ts'

const option = (value: number) => ({ type: 'string', default: String(value) }) as const

/** Prints the costs of a site: `simulate --gtins 1000000 --languages 30 --rate 50 --mirrors 5`. */
export function printSimulation(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: {
      gtins: option(defaults.gtins),
      languages: option(defaults.languages),
      files: option(defaults.files),
      changed: option(defaults.changed),
      rate: option(defaults.rate),
      latencyMs: option(defaults.latencyMs),
      concurrency: option(defaults.concurrency),
      windowHours: option(defaults.windowHours),
      mirrors: option(defaults.mirrors),
    },
  })
  const site: Site = {
    gtins: toNumber('gtins', values.gtins),
    languages: toNumber('languages', values.languages),
    files: toNumber('files', values.files),
    changed: toNumber('changed', values.changed),
    rate: toNumber('rate', values.rate),
    latencyMs: toNumber('latencyMs', values.latencyMs),
    concurrency: toNumber('concurrency', values.concurrency),
    windowHours: toNumber('windowHours', values.windowHours),
    mirrors: toNumber('mirrors', values.mirrors),
  }
  console.log(describeSite(site))
}

function toNumber(name: string, text: string): number {
  const value = Number(text)
  if (value >= 0 && Number.isFinite(value)) return value
  throw new Error(`--${name} ${text} is not a number. Give one, such as --${name} 10.`)
}
