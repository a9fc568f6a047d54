import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FaultRule } from '../contracts/fault-rule.ts'
import type { CmsHooks } from '../cms/oddities/cms-hooks.ts'
import { placeOf } from '../sides.ts'
import type { Stats } from '../stats.ts'
import { answerInstead } from './answers.ts'
import { answerCrash } from '../crash.ts'
import { prefixOf } from './batch-prefix.ts'
import type { Asked } from './concerns.ts'
import { resetConnection } from './connection.ts'
import { answerBeforehand } from './late.ts'
import { odditiesOf } from './oddities.ts'
import type { EngineRule, FaultPlan } from './plan.ts'
import { spoilAnswer } from './spoil-answer.ts'
import { DroppedByReset, type Waits } from './waits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the rule drawn for this request, for the parts that apply it themselves */
    fault: FaultRule | null
    /** the rules that switch on WordPress's oddities for this request */
    oddities: readonly EngineRule[] | null
  }
}

type Deps = { faults: FaultPlan; stats: Stats; waits: Waits }

/** Applies rules to every request of `app`. Register it before any route. */
export function addFaults(app: FastifyInstance, { faults, stats, waits }: Deps): void {
  app.decorateRequest('fault', null)
  app.decorateRequest('oddities', null)

  app.addHook('onRequest', (request, reply, done) => {
    const asked = faults.isArmed() ? toAsked(request) : undefined
    // Rules that depend on the body are decided later.
    if (asked === undefined || faults.needsBody(asked)) return done()
    suffer(request, reply, asked, done)
  })

  app.addHook('preHandler', (request, reply, done) => {
    const asked = faults.isArmed() ? toAsked(request) : undefined
    if (asked === undefined || !faults.needsBody(asked)) return done()
    const { body } = request
    suffer(request, reply, Buffer.isBuffer(body) ? { ...asked, body } : asked, done)
  })

  /** Draws the rules for a request, and applies those that act before any work. */
  function suffer(request: FastifyRequest, reply: FastifyReply, asked: Asked, done: () => void): void {
    const fault = faults.faultFor(asked)
    if (fault === null) return done()
    const { held, ms, rule, oddities } = fault
    if (held !== null) stats.countFault('hold')
    if (ms > 0) stats.countFault('latency')
    for (const { kind } of oddities) stats.countFault(kind)
    if (rule !== null) stats.countFault(rule.kind)
    request.fault = rule
    request.oddities = oddities
    const begin = (): void => {
      if (rule === null || !answerInstead(request, reply, asked.side, rule)) done()
    }
    if (held === null && ms === 0) return begin()
    waitFor(held, ms, waits).then(begin, () => resetConnection(reply))
  }

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof DroppedByReset) return resetConnection(reply)
    return answerCrash(error, request, reply)
  })

  app.addHook('preHandler', (request, _reply, done) => {
    if (request.fault?.kind === 'batch-prefix') request.body = prefixOf(request.body, request.fault.applied)
    done()
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.fault === null) return done(null, payload)
    const spoiled = spoilAnswer(reply, payload, request.fault, waits)
    if (spoiled !== undefined || !reply.sent) done(null, spoiled)
  })
}

/** A request as rules see it before its body is read; undefined if no rule can apply. */
function toAsked({ method, url, headers }: FastifyRequest): Asked | undefined {
  const { side, path } = placeOf(url)
  return side === 'partner' || side === 'cms'
    ? { side, method, path, url, authorization: headers.authorization, contentType: headers['content-type'] }
    : undefined
}

async function waitFor(held: Promise<void> | null, ms: number, waits: Waits): Promise<void> {
  if (held !== null) await waits.until(held)
  if (ms > 0) await waits.wait(ms)
}

/** The rules that act inside the CMS. */
export function createCmsHooks(waits: Waits): CmsHooks {
  return {
    isDropped: (error) => error instanceof DroppedByReset,
    oddities: ({ oddities }) => odditiesOf(oddities ?? [], waits),
    ready: ({ fault }, reply) => fault?.kind !== 'late' || answerBeforehand(reply, fault, waits),
  }
}
