import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { toBash } from '../../../src/cli/completion/bash.ts'
import { toFish } from '../../../src/cli/completion/fish.ts'
import { toCompleted } from '../../../src/cli/completion/model.ts'
import { toZsh } from '../../../src/cli/completion/zsh.ts'
import { createProgram } from '../../../src/cli/program/program.ts'
import renamedVerbs from '../../../src/cli/program/renamed-verbs.json' with { type: 'json' }

const program = createProgram(
  {},
  (code) => {
    throw new Error(`exit ${code}`)
  },
  () => Promise.resolve(),
)
const verbs = toCompleted(program)
const names = verbs.map(({ name }) => name)

/** What a real bash offers for each line, its last word being typed. */
function offered(lines: readonly string[][]): string[][] {
  const tries = lines.map(
    (words) =>
      `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _product_mirror; echo "\${COMPREPLY[*]}"`,
  )
  const script = `${toBash('product-mirror', verbs)}\n${tries.join('\n')}\n`
  const output = execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' })
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' ').filter(Boolean))
}

test('a real bash completes verbs, options and choices where they belong', () => {
  const completions = offered([
    ['product-mirror', ''],
    ['/opt/bin/product-mirror', 'res'],
    ['product-mirror', 'sync', '--'],
    ['product-mirror', 'sync', '--gtin', ''],
    ['product-mirror', 'resolve', '1', ''],
    ['product-mirror', 'resolve', '1', 'de-de', ''],
    ['product-mirror', 'resolve', '--reason', 'x', '1', 'de-de', 'o'],
    ['product-mirror', 'resolve', '1', 'de-de', 'hold', '--r'],
    ['product-mirror', 'completion', ''],
    ['product-mirror', 'help', 'he'],
    ['product-mirror', 'nope', ''],
  ])
  const resolveOptions = ['--reason', '--json', '-h', '--help']
  expect(completions).toEqual([
    names,
    ['resolve'],
    ['--gtin', '--language', '--json', '--approve', '--help'],
    [],
    resolveOptions,
    ['keep', 'overwrite', 'hold', 'release', 'accept'],
    ['overwrite'],
    ['--reason'],
    ['bash', 'zsh', 'fish'],
    ['help'],
    [],
  ])
})

test.each([
  ['bash', toBash],
  ['zsh', toZsh],
  ['fish', toFish],
])('the script for %s knows every verb and every option of the program', (_, toScript) => {
  const script = toScript('product-mirror', verbs)
  const commands = program.createHelp().visibleCommands(program)
  expect(names).toEqual(commands.map((command) => command.name()))
  for (const command of commands) {
    expect(script).toContain(command.name())
    for (const { long } of command.options) expect(script).toContain(long?.slice(2))
  }
})

test('the old names of renamed verbs are neither completed nor listed in the help', () => {
  const old = Object.keys(renamedVerbs)
  expect(names.filter((name) => old.includes(name))).toEqual([])
  expect(program.helpInformation()).not.toMatch(new RegExp(`^ +(?:${old.join('|')})`, 'm'))
})

test('what would end a quoted text is quoted itself', () => {
  const odd = [
    {
      name: 'odd',
      what: 'it’s [a] "b" \'c\' \\d',
      arguments: [],
      options: [{ flags: ['--x'], what: "it's [a]", value: 'y', choices: ['1', '2'], repeats: true }],
    },
  ]
  expect(toZsh('p', odd)).toContain(`'*--x[it'\\''s \\[a\\]]:y:(1 2)'`)
  expect(toFish('p', odd)).toContain(`-l x -x -a '1 2' -d 'it\\'s [a]'`)
})
