import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { EditorAction } from '../../../src/mock/contracts/editor.ts'
import { FaultRule } from '../../../src/mock/contracts/fault-rule.ts'
import { oddityNames } from '../../../src/mock/contracts/oddity.ts'

const text = await readFile(new URL('../../../docs/bundled-server.md', import.meta.url), 'utf8')

function examples(start: string): unknown[] {
  return [...text.matchAll(/`(\{[^`]*\})`/g)]
    .map(([, json = '']) => json)
    .filter((json) => json.startsWith(`{ "${start}"`) && !json.includes('…'))
    .map((json) => JSON.parse(json) as unknown)
}

test('every kind of rule has an example that the server accepts', () => {
  const rules = examples('side').map((rule) => FaultRule.parse(rule))
  const kinds = FaultRule.options.map(({ shape }) => shape.kind.value)
  expect(new Set(rules.map(({ kind }) => kind))).toEqual(new Set(kinds))
})

test('every oddity is documented, in the order of the code', () => {
  const [, section = ''] = /^### Engine oddities$([\s\S]*?)^### /m.exec(text) ?? []
  expect([...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name)).toEqual([...oddityNames])
})

test('every action of the editor has an example that the server accepts', () => {
  const actions = examples('do').map((action) => EditorAction.parse(action))
  expect(actions.map((action) => action.do)).toEqual(EditorAction.options.map(({ shape }) => shape.do.value))
})
