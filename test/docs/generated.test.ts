import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { variables, type Variable } from '../../config/variables.ts'
import { reports } from '../../src/cli/json/reports.ts'
import { createProgram } from '../../src/cli/program/program.ts'
import { commandsPage } from '../../tools/docs/commands.ts'
import { configurationPage, explanationFaults } from '../../tools/docs/configuration.ts'
import { reportsSchema } from '../../tools/docs/reports-schema.ts'
import { scaleTables } from '../../tools/bench/simulate/tables.ts'
import { examplesIn, fillExamples } from '../../tools/docs/fill-examples.ts'
import { fillTables, tablesIn } from '../../tools/bench/simulate/fill-tables.ts'
import { guardsSchema } from '../../tools/docs/guards-schema.ts'
import { mapSchema } from '../../tools/docs/map-schema.ts'
import { metricsPage } from '../../tools/docs/metrics-page.ts'
import { openApiJson } from '../../tools/docs/openapi.ts'
import { noticeExamples } from '../../tools/docs/notice-examples.ts'
import { lockedPackages, thirdPartyPage } from '../../tools/docs/third-party.ts'

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
/** Marked secret only because a URL may contain a password. */
const addresses = new Set(['REDIS_URL', 'NOTIFY_URL', 'NOTIFY_HEARTBEAT_URL'])

const remedy = 'The page is out of date. Run: npm run docs'

test('config/variable-docs.ts explains every variable', () => {
  expect({ 'config/variable-docs.ts': explanationFaults() }).toEqual({ 'config/variable-docs.ts': [] })
})

test.each([
  ['commands.md', commandsPage],
  ['configuration.md', configurationPage],
  ['guards.schema.json', guardsSchema],
  ['map.schema.json', mapSchema],
  ['metrics.md', metricsPage],
  ['openapi.json', openApiJson],
  ['reports.schema.json', reportsSchema],
])('docs/%s is up to date', async (name, render) => {
  const stale = (await read(`docs/${name}`)) !== render()
  expect(stale && remedy).toBe(false)
})

test('docs/reports.schema.json has every command with --json, and no other', () => {
  const program = createProgram(
    {},
    () => expect.unreachable(),
    async () => undefined,
  )
  const printing = program.commands.filter(({ options }) => options.some(({ long }) => long === '--json'))
  expect(Object.keys(reports).toSorted()).toEqual(printing.map((command) => command.name()).toSorted())
})

test('THIRD_PARTY.md lists the packages of the lockfile with their licences', async () => {
  const stale = (await read('THIRD_PARTY.md')) !== thirdPartyPage()
  expect(stale && remedy).toBe(false)
})

test('no package needs its install script: only optional ones have any', () => {
  // The script of exifreader builds a smaller one for projects that request it; this one does not. msgpackr-extract makes
  // BullMQ's messages a little faster; without it msgpackr uses JavaScript.
  const withScript = lockedPackages().filter(([, { hasInstallScript }]) => hasInstallScript === true)
  expect(withScript.map(([path, { optional }]) => [path, optional])).toEqual([
    ['node_modules/exifreader', true],
    ['node_modules/msgpackr-extract', true],
  ])
})

test('docs/notifications.md shows the fields of notices as they are sent', async () => {
  const page = await read('docs/notifications.md')
  const examples = noticeExamples()
  expect(examplesIn(page).toSorted()).toEqual(Object.keys(examples).toSorted())
  expect(fillExamples(page, examples) !== page && remedy).toBe(false)
})

test('docs/scale.md shows every table as it is computed from the measured costs', async () => {
  const page = await read('docs/scale.md')
  const tables = scaleTables()
  expect(tablesIn(page).toSorted()).toEqual(Object.keys(tables).toSorted())
  expect(fillTables(page, tables) !== page && remedy).toBe(false)
})

test('.env.example lists every variable, with its default', async () => {
  const known: Readonly<Record<string, Variable>> = variables
  const lines = [...(await read('.env.example')).matchAll(/^(# )?([A-Z_]+)=(.*)$/gm)]
  const faults = lines.flatMap(([line, hidden, name = '', value = '']) => {
    const variable = known[name]
    if (variable === undefined) return [`${line}: no such variable`]
    if (value !== '' && !variable.schema.safeParse(value).success) return [`${line}: not allowed`]
    if (variable.secret && value !== '' && !addresses.has(name)) return [`${line}: shows a secret`]
    const hasDefault = variable.fallback !== undefined && variable.fallback !== ''
    if (hidden && hasDefault && value !== variable.fallback && name !== 'SCHEDULE_TZ')
      return [`${line}: the default is ${variable.fallback}`]
    return []
  })
  const named = new Set(lines.map(([, , name]) => name))
  const missing = Object.keys(known).filter((name) => !named.has(name))
  expect({ faults, missing }).toEqual({ faults: [], missing: [] })
})

test('compose.yaml sets only known variables, and repeats their defaults correctly', async () => {
  const Service = z.object({ environment: z.record(z.string(), z.string()) })
  const Compose = z.object({ services: z.object({ daemon: Service }) })
  const { environment } = Compose.parse(parse(await read('compose.yaml'))).services.daemon
  const known: Readonly<Record<string, Variable>> = variables
  const faults = Object.entries(environment).flatMap(([name, value]) => {
    const variable = known[name.replace(/_FILE$/, '')]
    if (variable === undefined) return [`${name}: no such variable`]
    const shown = /^\$\{\w+:-(.+)\}$/.exec(value)?.[1]
    const differs = shown !== undefined && variable.fallback !== undefined && shown !== variable.fallback
    return differs ? [`${name}: the default is ${variable.fallback}`] : []
  })
  expect(faults).toEqual([])
})
