import type { FastifyInstance, InjectOptions } from 'fastify'
import { type World, differences } from './differences.ts'
import { headerDifferences } from './header-differences.ts'
import { bodyOf, credentials } from './request.ts'
import { type Expectation, type Scenario, type Step, corpus } from './scenario.ts'
import { type Variables, fillText, pointTo } from './variables.ts'

export type Server = {
  readonly app: FastifyInstance
  readonly site: string
  readonly root: string
  readonly reset: () => void
  /** Advances the server's clock instead of waiting. */
  readonly wait: (ms: number) => void
  readonly now: () => number
}

/** The result of one step. Setup steps must match but do not count. */
export type Outcome = { readonly step: Step; readonly faults: readonly string[] }

/** Plays one scenario, starting from the initial content. */
export async function playScenario(server: Server, scenario: Scenario): Promise<Outcome[]> {
  server.reset()
  const variables: Record<string, unknown> = { site: server.site, root: server.root }
  const outcomes: Outcome[] = []
  for (const step of scenario.steps) {
    if (step.delayMs !== undefined) server.wait(step.delayMs)
    outcomes.push({ step, faults: await playStep(server, step, variables) })
  }
  return outcomes
}

async function playStep(server: Server, step: Step, variables: Record<string, unknown>): Promise<string[]> {
  const answer = await send(server, step, variables)
  for (const [name, pointer] of Object.entries(step.save ?? {}))
    variables[name] = pointTo(answer.json, pointer)
  const world = {
    variables,
    tolerate: new Set(corpus.tolerate),
    timezone: corpus.timezone,
    now: server.now(),
  }
  const [first = [], ...others] = [step.expect, ...(step.expectAny ?? [])].map((one) =>
    faultsOf(one, answer, world),
  )
  return others.some((faults) => faults.length === 0) ? [] : first
}

type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly json: unknown
}

function faultsOf(expectation: Expectation, answer: Answer, world: World): string[] {
  const { status, headers = {}, json, text, empty } = expectation
  return [
    ...(status === undefined || status === answer.status
      ? []
      : [`status ${answer.status} instead of ${status}: ${answer.text.slice(0, 120)}`]),
    ...headerDifferences(headers, answer.headers, world),
    ...(json === undefined ? [] : differences(json, answer.json, world)),
    ...(text === undefined ? [] : differences(text, answer.text, world, 'text')),
    ...(empty === true && answer.text !== '' ? ['the body should be empty'] : []),
  ]
}

async function send(server: Server, step: Step, variables: Variables): Promise<Answer> {
  const path = step.path.replaceAll('{{site}}', encodeURIComponent(server.site))
  const { payload, contentType } = await bodyOf(step, variables)
  const request: InjectOptions = {
    method: toMethod(step.method),
    url: server.root.slice(server.site.length) + fillText(path, variables),
    headers: {
      host: new URL(server.site).host,
      'user-agent': 'replay',
      ...credentials(step.as),
      ...contentType,
      ...step.headers,
    },
    ...(payload === undefined ? {} : { payload }),
  }
  const { statusCode, headers, payload: text } = await server.app.inject(request)
  const told = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])
  return { status: statusCode, headers: Object.fromEntries(told), text, json: parse(text) }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

function toMethod(method: string): (typeof methods)[number] {
  const known = methods.find((one) => one === method)
  if (known === undefined) throw new Error(`unknown method ${method}`)
  return known
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
