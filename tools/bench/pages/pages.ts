import { parseArgs } from 'node:util'
import { opsServer, startOps } from '../../../test/ops/start-ops.ts'
import { median } from '../row.ts'
import { seedMirror } from './seed-mirror.ts'

const limitMs = 100
const limitBytes = 60_000
const rounds = 7

type Measured = { first: number; cpu: number; wall: number; bytes: number; status: number }

/**
 * The cost of each page of the dashboard: `bench -- pages --records 100000`. The server is in this process, and pages are
 * requested one after the other. CPU is that of this process, time includes Redis; both are medians without the first
 * request.
 */
export async function benchPages(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { records: { type: 'string', default: '100000' } } })
  const ops = await startOps()
  const seeded = await seedMirror(ops, Number(values.records))
  // The names of files are in Redis in practice; here, no CMS is running.
  const cms = { ...ops.deps.cms, describeMedia: async () => [] }
  const { app } = opsServer(ops.deps, { cms })
  console.log(`${values.records} records; limits: ${limitMs} ms, ${limitBytes} bytes\n`)
  console.log(toLine(['page', 'first', 'CPU', 'time', 'bytes', '']))
  let fits = true
  try {
    for (const url of urlsOf(seeded)) {
      const measured = await measure((path) => app.inject({ url: path }), url)
      const isMissed = measured.cpu > limitMs || measured.bytes > limitBytes || measured.status !== 200
      fits &&= !isMissed
      console.log(toLine([url, ...textsOf(measured), isMissed ? '✗' : '']))
    }
  } finally {
    await app.close()
    await ops.close()
  }
  return fits
}

type Get = (path: string) => Promise<{ statusCode: number; rawPayload: Buffer }>

async function measure(get: Get, url: string): Promise<Measured> {
  const samples: { cpu: number; wall: number }[] = []
  let last: Awaited<ReturnType<Get>> = { statusCode: 0, rawPayload: Buffer.alloc(0) }
  for (let round = 0; round <= rounds; round++) {
    const startedAt = performance.now()
    const before = process.cpuUsage()
    last = await get(url)
    const { user, system } = process.cpuUsage(before)
    samples.push({ cpu: (user + system) / 1000, wall: performance.now() - startedAt })
  }
  const [first, ...others] = samples
  return {
    first: first?.cpu ?? Number.NaN,
    cpu: median(others.map(({ cpu }) => cpu)),
    wall: median(others.map(({ wall }) => wall)),
    bytes: last.rawPayload.length,
    status: last.statusCode,
  }
}

function urlsOf({ done, held, active, gtins }: Awaited<ReturnType<typeof seedMirror>>): string[] {
  const gtin = gtins[100] ?? ''
  const ofRun = [
    '',
    '?page=1000',
    '?language=fr-fr',
    '?field=price&language=de-de',
    '?text=corvo',
    `?text=${gtin.slice(0, 9)}`,
    `?text=${gtin}`,
  ]
  return [
    '/',
    '/runs',
    '/runs?kind=verify',
    '/runs?state=done&page=3',
    ...ofRun.map((query) => `/runs/${done}${query}`),
    `/runs/${done}?what=failed`,
    ...ofRun.map((query) => `/runs/${held}${query}`),
    `/runs/${active}`,
    '/coverage',
    '/coverage?page=2',
    '/coverage?state=edited',
    '/coverage?state=failing&language=de-de',
    `/coverage?gtin=${gtin.slice(0, 9)}`,
    '/decisions',
    '/audit',
    `/products/${gtin}`,
    `/search?q=${gtin}`,
    '/search?q=corvo',
    '/search?q=dichtband+000123',
    '/search?q=nothing+matches',
  ]
}

function textsOf({ first, cpu, wall, bytes, status }: Measured): string[] {
  const times = [first, cpu, wall].map((ms) => `${ms.toFixed(0)} ms`)
  return [...times, status === 200 ? String(bytes) : `HTTP ${status}`]
}

function toLine([page = '', ...cells]: readonly string[]): string {
  return `${page.padEnd(52)}${cells.map((cell) => cell.padStart(9)).join('')}`.trimEnd()
}
