import { costs, type Cost } from '../costs.ts'
import { defaults, findLimits, simulate, type Site } from './simulate.ts'

type Column = [head: string, value: (site: Site) => string]

/** The tables of docs/scale.md by name, as Markdown. */
export function scaleTables(): Record<string, string> {
  const sites = sizes.map(([gtins, languages]) => ({ ...defaults, gtins, languages }))
  const large = [1, 5, 10, 30].map((mirrors) => ({ ...defaults, mirrors }))
  const rates = [10, 50, 200, 1_000].map((rate) => ({ ...defaults, rate }))
  return {
    costs: toTable(
      ['what', 'cost', 'measured'],
      Object.values<Cost>(costs).map(({ what, value, unit, source }) => [
        what,
        `${short(value)} ${unit}`,
        source,
      ]),
    ),
    sizes: toRows(sites, [sizeColumn, ...columns]),
    rates: toRows(rates, [
      ['`PARTNER_MAX_PER_SECOND`', ({ rate }) => short(rate)],
      ['a usual run', (site) => duration(simulate(site).usual.partnerHours)],
      ['a first sync', (site) => duration(simulate(site).first.partnerHours)],
    ]),
    mirrors: toRows(large, [['mirrors', ({ mirrors }) => String(mirrors)], ...columns.slice(3)]),
    limits: toRows(sites, [
      sizeColumn,
      ['what breaks, the worst first', (site) => findLimits(site).map(toLimit).join('; ') || 'nothing'],
    ]),
    remedies: toTable(
      ['what breaks', 'what to do'],
      findLimits(defaults).map(({ what, remedy }) => [what, remedy]),
    ),
  }
}

/** Everything about one site, for the command line. */
export function describeSite(site: Site): string {
  const shown: Column[] = [sizeColumn, ...columns]
  const found = findLimits(site).map((limit) => `- ${toLimit(limit)}: ${limit.remedy}`)
  return [
    toTable(
      ['', `${short(site.rate)} requests/s, ${site.mirrors} mirror(s)`],
      shown.map(([head, value]) => [head, value(site)]),
    ),
    found.length === 0 ? 'Nothing breaks.' : `What breaks, the worst first:\n${found.join('\n')}`,
  ].join('\n\n')
}

const sizes = [
  [20_000, 1],
  [20_000, 10],
  [100_000, 10],
  [1_000_000, 1],
  [1_000_000, 30],
] as const

const sizeColumn: Column = ['GTINs × languages', ({ gtins, languages }) => `${short(gtins)} × ${languages}`]

const columns: Column[] = [
  ['records', (site) => short(simulate(site).records)],
  ['partner requests, usual run', (site) => short(simulate(site).usual.partnerRequests)],
  ['hours under the limit', (site) => duration(simulate(site).usual.partnerHours)],
  ['CMS requests, usual run', (site) => short(simulate(site).usual.cmsRequests)],
  ['CMS time, usual run', (site) => duration(simulate(site).usual.cmsHours)],
  ['CMS requests, first sync', (site) => short(simulate(site).first.cmsRequests)],
  ['CMS time, first sync', (site) => duration(simulate(site).first.cmsHours)],
  ['processes', (site) => String(simulate(site).usual.processes)],
  ['Redis', (site) => bytes(simulate(site).redisBytes)],
  ['Redis, first sync', (site) => bytes(simulate(site).redisMostBytes)],
  ['memory of a process', (site) => bytes(simulate(site).processBytes)],
]

function toLimit({ what, times }: { what: string; times: number }): string {
  return `${what}: ${short(times)} times`
}

function toRows(sites: readonly Site[], shown: readonly Column[]): string {
  return toTable(
    shown.map(([head]) => head),
    sites.map((site) => shown.map(([, value]) => value(site))),
  )
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** With three significant digits: `30 000 000`, `3.73`. */
function short(value: number): string {
  const rounded = Number(value.toPrecision(3))
  return rounded.toLocaleString('en').replaceAll(',', '\u00a0')
}

function bytes(value: number): string {
  return value < 1e9 ? `${short(value / 1e6)} MB` : `${short(value / 1e9)} GB`
}

function duration(hours: number): string {
  if (hours >= 48) return `${short(hours / 24)} days`
  return hours >= 1 ? `${short(hours)} h` : `${short(hours * 60)} min`
}
