import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { EditorAction, EditorWork } from '../../../src/mock/contracts/editor.ts'
import { FaultRule } from '../../../src/mock/contracts/fault-rule.ts'
import { oddityNames } from '../../../src/mock/contracts/oddity.ts'

const text = await readFile(new URL('../../../docs/bundled-server.md', import.meta.url), 'utf8')
const sectionOf = (heading: string): string =>
  text.split(/^#{2,3} /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''

/** The rows of the tables in a text, by each name in the first cell. */
function rowsOf(part: string): Map<string, string> {
  const rows = [...part.matchAll(/^\| ((?:`[\w-]+`[ ,]*)+) \| (.+) \|$/gm)]
  return new Map(
    rows.flatMap(([, names = '', row = '']) =>
      [...names.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => [name, row] as const),
    ),
  )
}

/** The body of the curl command in a section. */
const bodyIn = (heading: string): unknown => JSON.parse(/ -d '([^']+)'/.exec(sectionOf(heading))?.[1] ?? '')

test('every kind of rule is documented, with each of its fields', () => {
  const fields = rowsOf(sectionOf('Failure injection'))
  const kinds = rowsOf(text.slice(text.indexOf('\n### Responses without processing')))
  kinds.set('oddity', sectionOf('Engine oddities').replace('"name"', '`name`'))
  const missing = FaultRule.options.flatMap(({ shape }) => {
    const kind = shape.kind.value
    const isMissing = (field: string) => !fields.has(field) && !kinds.get(kind)?.includes(`\`${field}\``)
    return Object.keys(shape).flatMap((field) =>
      field !== 'kind' && isMissing(field) ? [`${kind}: ${field}`] : [],
    )
  })
  expect(missing).toEqual([])
  expect(FaultRule.options.filter(({ shape }) => !kinds.has(shape.kind.value))).toEqual([])
})

test('every oddity is documented, in the order of the code', () => {
  expect([...rowsOf(sectionOf('Engine oddities')).keys()]).toEqual([...oddityNames])
})

test('every action of the editor is documented, with each of its fields', () => {
  const section = sectionOf('The editor bot')
  expect([...rowsOf(section).keys()]).toEqual(EditorAction.options.map(({ shape }) => shape.do.value))
  const fields = EditorAction.options.flatMap(({ shape }) => Object.keys(shape))
  expect(fields.filter((field) => field !== 'do' && !section.includes(`\`${field}\``))).toEqual([])
})

test('the server accepts the rules and actions of the examples', () => {
  expect(z.array(FaultRule).parse(bodyIn('Failure injection'))).toHaveLength(3)
  expect(EditorWork.parse(bodyIn('The editor bot')).actions).toHaveLength(2)
})
