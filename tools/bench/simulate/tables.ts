import { costs, type Cost } from '../costs.ts'
import { defaults, findLimits, simulate, type Site } from './simulate.ts'

type Column = [head: string, value: (site: Site) => string]

/** The tables of docs/scale.md by name, as Markdown. */
export function scaleTables(): Record<string, string> {
  const sites = sizes.map(([gtins, languages]) => ({ ...defaults, gtins, languages }))
  const large = [1, 5, 10, 30].map((mirrors) => ({ ...defaults, mirrors }))
  const rates = [10, 50, 200, 1_000].map((rate) => ({ ...defaults, rate }))
  return {
    sizes: toRows(sites, [sizeColumn, columns.records, columns.hours, ...shownColumns]),
    rates: toRows(rates, [
      ['`PARTNER_MAX_PER_SECOND`', ({ rate }) => short(rate)],
      ['a usual run', (site) => duration(simulate(site).usual.partnerHours)],
      ['a first sync', (site) => duration(simulate(site).first.partnerHours)],
    ]),
    mirrors: toRows(large, [['mirrors', ({ mirrors }) => String(mirrors)], ...shownColumns]),
    limits: toTable(
      ['GTINs × languages', 'what breaks, the worst first', 'exceeded', 'what to do'],
      sites.flatMap((site) =>
        findLimits(site).map(({ what, times, remedy }) => [
          sizeColumn[1](site),
          what,
          `${short(times)} times`,
          remedy,
        ]),
      ),
    ),
  }
}

/** Everything about one site, for the command line. */
export function describeSite(site: Site): string {
  const shown: Column[] = [sizeColumn, ...Object.values(columns)]
  const found = findLimits(site).map((limit) => `- ${toLimit(limit)}: ${limit.remedy}`)
  return [
    toTable(
      ['', `${short(site.rate)} requests/s, ${site.mirrors} mirror(s)`],
      shown.map(([head, value]) => [head, value(site)]),
    ),
    found.length === 0 ? 'Nothing breaks.' : `What breaks, the worst first:\n${found.join('\n')}`,
    describeCosts(),
  ].join('\n\n')
}

function describeCosts(): string {
  return toTable(
    ['what', 'cost', 'measured'],
    Object.values<Cost>(costs).map(({ what, value, unit, source }) => [
      what,
      `${short(value)} ${unit}`,
      source,
    ]),
  )
}

const sizes = [
  [20_000, 1],
  [20_000, 10],
  [100_000, 10],
  [1_000_000, 1],
  [1_000_000, 30],
] as const

const sizeColumn: Column = ['GTINs × languages', ({ gtins, languages }) => `${short(gtins)} × ${languages}`]

const columns = {
  records: ['records', (site) => short(simulate(site).records)],
  requests: ['partner requests, usual run', (site) => short(simulate(site).usual.partnerRequests)],
  hours: ['usual run at the partner’s limit', (site) => duration(simulate(site).usual.partnerHours)],
  cmsRequests: ['CMS requests, usual run', (site) => short(simulate(site).usual.cmsRequests)],
  cmsTime: ['CMS time, usual run', (site) => duration(simulate(site).usual.cmsHours)],
  firstRequests: ['CMS requests, first sync', (site) => short(simulate(site).first.cmsRequests)],
  firstTime: ['CMS time, first sync', (site) => duration(simulate(site).first.cmsHours)],
  processes: ['processes', (site) => String(simulate(site).usual.processes)],
  redis: ['Redis', (site) => bytes(simulate(site).redisBytes)],
  firstRedis: ['Redis, first sync', (site) => bytes(simulate(site).redisMostBytes)],
  memory: ['process memory above 320 MB', (site) => bytes(simulate(site).processBytes)],
} satisfies Record<string, Column>

/** The columns that docs/scale.md shows for sites and for mirrors. */
const shownColumns: readonly Column[] = [
  columns.cmsTime,
  columns.firstTime,
  columns.processes,
  columns.redis,
  columns.firstRedis,
  columns.memory,
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
  const [first, ...others] = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [first, `|${'---|'.repeat(head.length)}`, ...others].join('\n')
}

/** With three significant digits: `30,000,000`, `3.73`. */
function short(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en')
}

function bytes(value: number): string {
  return value < 1e9 ? `${short(value / 1e6)} MB` : `${short(value / 1e9)} GB`
}

function duration(hours: number): string {
  if (hours >= 48) return `${short(hours / 24)} days`
  return hours >= 1 ? `${short(hours)} h` : `${short(hours * 60)} min`
}
