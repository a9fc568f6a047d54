import { readFileSync, readdirSync } from 'node:fs'
import { z } from 'zod'

const Raw = z.union([
  z.string(),
  z.object({
    text: z.string().optional(),
    base64: z.string().optional(),
    file: z.string().optional(),
    repeat: z.tuple([z.string(), z.int()]).optional(),
  }),
])
export type Raw = z.infer<typeof Raw>

const Part = z.object({
  name: z.string(),
  value: z.string().optional(),
  filename: z.string().optional(),
  contentType: z.string().optional(),
  file: z.string().optional(),
  text: z.string().optional(),
  base64: z.string().optional(),
})
export type Part = z.infer<typeof Part>

const Expectation = z.object({
  status: z.int().optional(),
  headers: z.record(z.string(), z.unknown()).optional(),
  json: z.unknown().optional(),
  text: z.unknown().optional(),
  empty: z.boolean().optional(),
})
export type Expectation = z.infer<typeof Expectation>

const Step = z.object({
  setup: z.boolean().optional(),
  as: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.unknown().optional(),
  raw: Raw.optional(),
  contentType: z.string().optional(),
  multipart: z.array(Part).optional(),
  save: z.record(z.string(), z.string()).optional(),
  delayMs: z.number().optional(),
  expect: Expectation,
  expectAny: z.array(Expectation).optional(),
})
export type Step = z.infer<typeof Step>

const Scenario = z.object({ name: z.string(), area: z.string(), steps: z.array(Step) })
export type Scenario = z.infer<typeof Scenario>

const Corpus = z.object({
  timezone: z.string(),
  users: z.record(
    z.string(),
    z.object({ id: z.int(), login: z.string(), role: z.string(), password: z.string() }),
  ),
  tolerate: z.array(z.string()),
})
export type Corpus = z.infer<typeof Corpus>

const here = new URL('.', import.meta.url)

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, here), 'utf8'))
}

export const corpus = Corpus.parse(readJson('corpus.json'))

/** Every recorded scenario, file by file. */
export function loadScenarios(): Scenario[] {
  const files = readdirSync(new URL('scenarios', here), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .flatMap((file) => z.array(Scenario).parse(readJson(`scenarios/${file}`)))
}

export function readFixture(path: string): Buffer {
  return readFileSync(new URL(path, here))
}
