import type { Random } from './random.ts'
import type { Boundary, FaultRules, Kill, Target } from './schedule.ts'

/** The size of a phase's run, from which a boundary's number is drawn. */
export type Work = { records: number; isFirst: boolean }

/** Draws kills of a daemon or Redis during a run. */
export function drawKill(random: Random, work: Work): Kill {
  const hit = random.weighted({ daemon: 66, both: 8, redis: 14, term: 12 })
  const at: Boundary = random.weighted({
    'http:create': 10,
    'http:sent': 18,
    'http:headers': 14,
    'http:trailers': 14,
    'redis:sent': 14,
    'redis:answered': 8,
    'commit:before': 12,
    'commit:after': 10,
  })
  const of: Target = at.startsWith('http:')
    ? random.weighted({ batch: 45, upload: 15, lookup: 15, any: 10, product: 8, asset: 7 })
    : 'any'
  return { hit, at, of, nth: random.between(1, mostOf(at, of, work)) }
}

/** About so many boundaries of a kind there are in a run. */
function mostOf(at: Boundary, of: Target, { records, isFirst }: Work): number {
  if (at.startsWith('redis:')) return isFirst ? 70 + records : 50
  if (at.startsWith('commit:')) return isFirst ? 8 : 6
  const most = {
    batch: isFirst ? 3 + Math.ceil(records / 25) : 2,
    upload: isFirst ? 6 : 2,
    lookup: isFirst ? 6 : 3,
    product: records,
    asset: isFirst ? records : 3,
    any: isFirst ? 3 * records : records + 6,
  }
  return most[of]
}

type Rule = FaultRules[number]

/** Draws one injected error; its waits are short, and it ends early enough for the run to end. */
export function drawFault(random: Random): Rule {
  const where = random.weighted({ batch: 40, upload: 15, read: 13, product: 20, asset: 12 })
  switch (where) {
    case 'batch':
      return drawLostWrite(random, '/batch/v1')
    case 'upload':
      return drawLostWrite(random, '/cms/v2/media')
    case 'read':
      return drawRefusal(random, { side: 'cms', method: 'GET' })
    case 'asset':
      return drawRefusal(random, { side: 'partner', path: '/media' })
    case 'product':
      return random.chance(0.6)
        ? drawRefusal(random, { side: 'partner', path: '/product' })
        : drawWrongProduct(random)
  }
}

function drawLostWrite(random: Random, path: string): Rule {
  const rule = {
    side: 'cms',
    method: 'POST',
    path,
    after: random.below(3),
    count: random.between(1, 2),
  } as const
  const kind = random.weighted({
    'reset-after': 24,
    'reset-body': 8,
    cut: 10,
    late: 18,
    'reset-before': 10,
    status: 10,
    html: 5,
    'retry-after': 5,
    latency: 5,
    'batch-prefix': path === '/batch/v1' ? 12 : 0,
  })
  switch (kind) {
    case 'late':
      return random.chance(0.5)
        ? { ...rule, kind, ms: random.between(50, 400) }
        : { ...rule, kind, ms: random.between(50, 400), status: 504 }
    case 'status':
      return {
        ...rule,
        kind,
        status: random.pick([500, 502, 503]),
        as: random.pick(['json', 'html'] as const),
      }
    case 'retry-after':
      return { ...rule, kind, count: 1, seconds: 1, status: random.pick([429, 503] as const) }
    case 'cut':
      return { ...rule, kind, as: random.pick(['broken', 'whole'] as const) }
    case 'latency':
      return { ...rule, kind, ms: random.between(20, 150) }
    case 'batch-prefix':
      return { ...rule, kind, applied: random.between(0, 12), status: random.pick([502, 504]) }
    case 'reset-after':
    case 'reset-body':
    case 'reset-before':
    case 'html':
      return { ...rule, kind }
  }
}

/** A daemon is killed with creates on their way that land only after others may have taken over its job. */
export function drawSlowLanding(random: Random): { kills: Kill[]; faults: FaultRules } {
  const late = { side: 'cms', method: 'POST', path: '/batch/v1', kind: 'late', count: 1 } as const
  return {
    kills: [{ hit: 'daemon', at: 'http:sent', of: 'batch', nth: 3 }],
    faults: [{ ...late, after: 2, ms: random.between(4_200, 5_000) }],
  }
}

type Where = { side: 'cms'; method: string } | { side: 'partner'; path: string }

function drawRefusal(random: Random, where: Where): Rule {
  const rule = { ...where, after: random.below(4), count: random.between(1, 3) }
  const kind = random.weighted({
    'reset-before': 20,
    'reset-after': 10,
    cut: 15,
    status: 20,
    html: 'path' in where && where.path === '/media' ? 0 : 10,
    'retry-after': 10,
    latency: 15,
  })
  if (kind === 'status') return { ...rule, kind, status: random.pick([500, 502, 503]) }
  if (kind === 'retry-after') return { ...rule, kind, count: 1, seconds: 1 }
  if (kind === 'latency') return { ...rule, kind, ms: random.between(20, 120) }
  return { ...rule, kind }
}

/** Products that differ from the requested ones: each must leave its page unharmed. */
function drawWrongProduct(random: Random): Rule {
  const rule = { side: 'partner', after: random.below(4), count: random.between(1, 3) } as const
  const kind = random.weighted({
    'wrong-gtin': 3,
    'wrong-language': 3,
    blank: 3,
    'type-change': 3,
    'unknown-fields': 2,
    'revoke-token': 1,
  })
  if (kind === 'blank')
    return {
      ...rule,
      kind,
      fields: random.pick([['name'], ['intro', 'application', 'advantages', 'item_number']]),
    }
  if (kind === 'type-change') return { ...rule, kind, fields: [random.pick(['price', 'name', 'attributes'])] }
  if (kind === 'revoke-token') return { side: 'partner', kind, after: random.below(10) }
  return { ...rule, kind }
}
