import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCms } from '../../src/mock/cms/plugin.ts'
import { type Server, playScenario } from './play.ts'
import { loadScenarios } from './scenario.ts'

const site = 'http://cms.test'
const prefix = '/api/rest'
const app = Fastify()
const count = { steps: 0, fitting: 0 }
let waited = 0

const cms = createCms({ now: () => new Date(Date.now() + waited) })
const server: Server = {
  app,
  site,
  root: site + prefix,
  reset: cms.reset,
  wait: (ms) => void (waited += ms),
  now: () => Date.now() + waited,
}

beforeAll(async () => {
  await app.register(cms.rest, { prefix })
  await app.register(cms.site)
})

afterAll(async () => {
  await app.close()
  const share = ((100 * count.fitting) / Math.max(count.steps, 1)).toFixed(1)
  process.stdout.write(`conformance: ${count.fitting} of ${count.steps} recorded steps fit (${share} %)\n`)
})

const areas = Map.groupBy(loadScenarios(), ({ area }) => area)

describe.each([...areas.keys()])('the bundled CMS responds like the recorded WordPress: %s', (area) => {
  test.each(areas.get(area) ?? [])('$name', async (scenario) => {
    const outcomes = await playScenario(server, scenario)
    const counted = outcomes.filter(({ step }) => step.setup !== true)
    count.steps += counted.length
    count.fitting += counted.filter(({ faults }) => faults.length === 0).length
    const told = outcomes.flatMap(({ step, faults }) =>
      faults.map((fault) => `${step.method} ${step.path}: ${fault}`),
    )
    expect(told).toEqual([])
  })
})
