import { expect, test } from 'vitest'
import { lintParams, maxParamsFaults } from './max-params.ts'

const rules = { 'max-params': ['error', { max: 4 }] }

test('a linter configuration that allows more than four parameters is found', () => {
  expect(maxParamsFaults({ rules })).toEqual([])
  for (const wrong of [{}, { 'max-params': ['warn', { max: 4 }] }, { 'max-params': ['error', { max: 5 }] }])
    expect(maxParamsFaults({ rules: wrong })).toHaveLength(1)
})

test('an exception for some files is found', () => {
  const overrides = [{ files: ['test/**'], rules: { 'max-params': 'off' } }]
  expect(maxParamsFaults({ rules, overrides })).toEqual(['test/** has its own max-params'])
})

test('the linter finds a fifth parameter of a function, a method, an arrow function and a constructor', async () => {
  const five = '(a: 1, b: 1, c: 1, d: 1, ...e: 1[])'
  const code = [
    `export function named${five} { return [a, b, c, d, e] }`,
    `export const arrow = ${five} => [a, b, c, d, e]`,
    `export class Class { constructor${five} { this.method(a, b, c, d, ...e) }`,
    `  method${five} { return [a, b, c, d, e] } }`,
    `export const object = { method${five} { return [a, b, c, d, e] } }`,
    `export type Callback = ${five} => void`,
  ]
  expect(await lintParams(code.join('\n'))).toHaveLength(6)
  expect(await lintParams(code.join('\n').replaceAll(', ...e: 1[]', ''))).toEqual([])
})
