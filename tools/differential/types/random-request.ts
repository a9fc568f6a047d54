import type { CompiledRoute } from '../../../src/mock/cms/rest/route.ts'
import type { Draw } from '../draw/draw.ts'
import { contents, dates, oddValues, slugs, titles } from '../draw/values.ts'
import type { Step } from '../step.ts'

const users = ['admin', 'admin', 'admin', 'admin', 'editor1', 'author1', null]
const numbers = [0, -1, 1, 2, 3, 21, 22, 25, 1.5, -0.0001, 1e308, 99_999_999_999, 2 ** 53]
const words = [
  '',
  ' ',
  '0',
  'true',
  'NaN',
  'null',
  '__proto__',
  'constructor',
  'toString',
  '\u0000',
  '\uFEFFx',
  '%',
  '%zz',
  '[',
  '(?<',
  '9'.repeat(400),
  '2024',
  '1e3',
  '0x1f',
  '-0001-11-30T00:00:00',
  '9999-12-31T23:59:59',
  'https://example.org/%',
  'http://[',
  'a'.repeat(70_000),
]

/** A request to a route with a value of a random type in every parameter that it sends. */
export function randomRequest(draw: Draw, routes: readonly CompiledRoute[]): Step {
  const route = draw.pick(
    draw.chance(0.2) ? routes : routes.filter(({ namespace }) => namespace === 'cms/v2'),
  )
  const endpoint = draw.pick(route.endpoints)
  const method = draw.pick(endpoint.methods)
  const names = Object.keys(endpoint.args)
  // With many parameters, one is nearly always rejected. Requests with few parameters reach the code after validation.
  const others = draw.chance(0.4) ? 1 / (names.length + 1) : 4 / (names.length + 4)
  const shareOf = (name: string): number =>
    endpoint.args[name]?.required === true || name === 'modifiers' ? 0.9 : others
  const chosen = names.filter((name) => !route.pattern.includes(`<${name}>`) && draw.chance(shareOf(name)))
  const params = Object.fromEntries(
    [...chosen, ...oddNames(draw)].map((name) => [name, valueFor(draw, name, endpoint.args[name]?.enum)]),
  )
  const path = fillPattern(draw, route.pattern)
  const as = draw.pick(users)
  if (method === 'GET' || draw.chance(0.15)) return { as, method, path: `${path}${queryOf(draw, params)}` }
  if (endpoint.uploads === true && draw.chance(0.8)) return { as, method, path, ...upload(draw, params) }
  return { as, method, path, body: draw.chance(0.97) ? params : draw.pick(oddValues) }
}

function oddNames(draw: Draw): string[] {
  return draw.chance(0.15)
    ? [
        draw.pick([
          '_fields',
          '_embed',
          '_envelope',
          '_method',
          'id',
          'context',
          '__proto__',
          'constructor',
          'password',
        ]),
      ]
    : []
}

/** A value of any type; sometimes an allowed one, so that validation continues with the other parameters. */
function valueFor(draw: Draw, name: string, allowed: readonly unknown[] | undefined): unknown {
  if (allowed !== undefined && allowed.length > 0 && draw.chance(0.4)) return draw.pick(allowed)
  if (name === 'src' && draw.chance(0.8)) return pictureAddress()
  if (name === 'modifiers' && draw.chance(0.8))
    return [modifier(draw), ...(draw.chance(0.3) ? [modifier(draw)] : [])]
  return randomValue(draw, 3)
}

const pictureName = 'photo.jpg'

/** Uploads the image that `src` refers to. */
export const uploadPicture: Step = {
  as: 'admin',
  method: 'POST',
  path: '/cms/v2/media',
  headers: { 'Content-Disposition': `attachment; filename="${pictureName}"` },
  raw: { file: 'fixtures/small.jpg' },
  contentType: 'image/jpeg',
}

/** The URL of the upload, whose folder depends on the month. */
function pictureAddress(): string {
  const [year, month] = new Date().toISOString().split('-')
  return `{{site}}/uploads/${year}/${month}/${pictureName}`
}

function modifier(draw: Draw): unknown {
  const number = (): unknown => (draw.chance(0.7) ? draw.int(-120, 120) : randomValue(draw, 1))
  const type = draw.pick(['crop', 'crop', 'rotate', 'flip'])
  const args = { left: number(), top: number(), width: number(), height: number(), angle: number() }
  return { type, args: { ...args, flip: { horizontal: draw.chance(0.5), vertical: number() } } }
}

export function randomValue(draw: Draw, depth: number): unknown {
  const kind = draw.int(0, depth > 0 ? 9 : 6)
  if (kind === 0) return draw.pick(numbers)
  if (kind === 1) return draw.pick(words)
  if (kind === 2) return draw.pick(oddValues)
  if (kind === 3) return draw.pick([...titles, ...contents])
  if (kind === 4) return draw.pick([...slugs, ...dates])
  if (kind === 5) return draw.int(0, 40)
  if (kind === 6) return String(draw.int(-5, 40))
  if (kind < 9) return Array.from({ length: draw.int(0, 4) }, () => randomValue(draw, depth - 1))
  const keys = Array.from({ length: draw.int(0, 3) }, () =>
    draw.pick([
      'raw',
      'rendered',
      'terms',
      'operator',
      'type',
      'args',
      'image_size',
      'file',
      '0',
      '__proto__',
      'length',
      'path',
      'method',
      'body',
    ]),
  )
  return Object.fromEntries(keys.map((key) => [key, randomValue(draw, depth - 1)]))
}

function fillPattern(draw: Draw, pattern: string): string {
  return pattern.replaceAll(/\(\?P<\w+>((?:\[[^\]]*\]|\([^)]*\)|[^()[\]])*)\)/g, (_, inner: string) => {
    if (inner.includes(String.raw`\d`) && !inner.includes('a-z'))
      return String(draw.pick([1, 2, 3, 21, 21, 21, 21, 22, 23, 24, 25, 0, 999_999]))
    if (inner.includes('/')) return draw.pick(['core/arrow-down', 'x/y'])
    return draw.pick(['core', 'paragraph', 'x', 'page'])
  })
}

function queryOf(draw: Draw, params: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(params).map(([name, value]) => {
    const shape = draw.pick(['', '', '[]', '[a]', '[0][b]'])
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    return `${encodeURIComponent(name)}${shape}=${encodeURIComponent(text.slice(0, 2000).toWellFormed())}`
  })
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function upload(draw: Draw, params: Readonly<Record<string, unknown>>): Partial<Step> {
  const file = draw.pick([
    'fixtures/small.jpg',
    'fixtures/a.png',
    'fixtures/s.gif',
    'fixtures/a.webp',
    'fixtures/a.pdf',
  ])
  const ending = draw.pick([
    '.jpg',
    '.png',
    '.gif',
    '.webp',
    '.bmp',
    '.tiff',
    '.ico',
    '.avif',
    '.pdf',
    '.txt',
    '',
    '.',
  ])
  const filename = `${draw.pick(['a', '', '-', '_', 'ü', 'x'.repeat(230), '%41', '../a', 'a b'])}${ending}`
  const parts = Object.entries(params).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  }))
  if (draw.chance(0.6))
    return { multipart: [...parts, { name: 'file', filename, contentType: 'image/jpeg', file }] }
  const disposition = draw.pick([
    `attachment; filename="${filename}"`,
    'attachment',
    'filename=a.jpg',
    '"',
    'attachment; filename=',
  ])
  return {
    raw: draw.chance(0.8) ? { file } : 'no picture',
    contentType: 'image/jpeg',
    headers: { 'Content-Disposition': Buffer.from(disposition).toString('latin1') },
  }
}
