import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { drawPhoto, numbered } from '../../../test/helpers/sync/photos.ts'
import { inSeconds, median, type Row } from '../row.ts'
import type { BenchWorld } from '../world/bench-world.ts'

/** The number of products in the bench; they have one language. */
export const photoPages = 240
/** A photo of 2000 × 1500 pixels has five smaller sizes, for which WordPress needs 320 ms in all. */
const sizeMs = 64
const pollMs = 50

const slow = { side: 'cms', kind: 'oddity', name: 'slow-subsizes', ms: sizeMs }
/** An older CMS does not describe the parameter that omits the smaller sizes. */
const older = { side: 'cms', method: 'OPTIONS', path: '/cms/v2/media', kind: 'status', status: 405 }

type Timed = { public: number; ended: number }

/** Seconds until the last of 240 pages with a photo each is public, on a CMS that creates smaller sizes later or at once. */
export async function photos(world: BenchWorld, rounds: number): Promise<Row> {
  const server = await servePhotos(world.origin)
  const [later, atOnce]: [Timed[], Timed[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    await prepare(world, server, [slow])
    later.push(await timeRun(world))
    await prepare(world, server, [slow, older])
    atOnce.push(await timeRun(world))
  }
  await world.fault([])
  server.close()
  const ends = (timed: readonly Timed[]): string => inSeconds(median(timed.map(({ ended }) => ended)))
  const seen = (timed: readonly Timed[]): string => inSeconds(median(timed.map((one) => one.public)))
  return {
    work: `${photoPages} pages with photos, public`,
    ours: `${seen(later)}, end ${ends(later)}`,
    yardstick: `sizes at once ${seen(atOnce)}, end ${ends(atOnce)}`,
    ratios: atOnce.map((one, round) => one.public / (later[round]?.public ?? Number.NaN)),
    limit: 5,
    atLeast: true,
  }
}

async function prepare(
  world: BenchWorld,
  { origin, urlOf }: { origin: string; urlOf: (index: number) => string },
  faults: readonly object[],
): Promise<void> {
  await world.stopDaemons()
  await world.empty()
  await world.fault(faults)
  for (const [index, gtin] of world.gtins.entries()) await world.change(gtin, { image: urlOf(index) })
  await world.startDaemon({ BANNER: 'hide', PARTNER_BASE_URL: origin })
}

async function timeRun(world: BenchWorld): Promise<Timed> {
  const startedAt = performance.now()
  const seconds = (): number => (performance.now() - startedAt) / 1000
  const running = world.sync()
  const over = new AbortController()
  void running.finally(() => over.abort())
  while (!over.signal.aborted && (await countPublic(world)) < photoPages) await sleep(pollMs)
  const published = seconds()
  const { run } = await running
  if (run.counts.created !== photoPages || run.media.failed > 0 || run.notes.length > 0)
    throw new Error(`run ${run.id} created ${run.counts.created} pages: ${JSON.stringify(run.notes)}`)
  return { public: published, ended: seconds() }
}

/** Public pages of products; the root and the language page are public before them. */
async function countPublic({ cms }: BenchWorld): Promise<number> {
  const answer = await fetch(`${cms.root}/${cms.namespace}/pages?per_page=1&_fields=id&search=gtin`)
  return Number(answer.headers.get('x-wp-total') ?? 0)
}

/** The partner with a photo of other bytes at each of these URLs; all else is that of the bundled server. */
async function servePhotos(partner: string) {
  const photo = await drawPhoto('0000000')
  const server = createServer((request, response) => {
    const index = /^\/photo\/(\d+)\.jpg$/.exec(request.url ?? '')?.[1]
    if (index === undefined) return void passOn(partner, request, response)
    response.setHeader('content-type', 'image/jpeg')
    response.end(numbered(photo, Number(index)))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return { origin, urlOf: (index: number) => `${origin}/photo/${index}.jpg`, close: () => server.close() }
}

async function passOn(partner: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization = '' } = request.headers
  const answer = await fetch(partner + (request.url ?? ''), { headers: { authorization } })
  const type = answer.headers.get('content-type') ?? ''
  response.writeHead(answer.status, { 'content-type': type })
  response.end(Buffer.from(await answer.arrayBuffer()))
}
