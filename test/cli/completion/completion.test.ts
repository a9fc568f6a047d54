import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toCandidates } from '../../../src/cli/completion/candidates.ts'
import { createProgram } from '../../../src/cli/program/program.ts'
import renamedCommands from '../../../src/cli/program/renamed-commands.json' with { type: 'json' }

const program = createProgram(
  {},
  (code) => {
    throw new Error(`exit ${code}`)
  },
  () => Promise.resolve(),
)
const wordsAfter = (line: string) => toCandidates(program, line).map(({ word }) => word)
const choices = ['keep', 'overwrite', 'hold', 'release', 'accept']
const resolveOptions = [
  '--all',
  '--kind',
  '--language',
  '--run',
  '--field',
  '--reason',
  '-y',
  '--yes',
  '--json',
  '-o',
  '--output',
  '-h',
  '--help',
  '--mirror',
  '-q',
  '--quiet',
  '--env-file',
]

describe('completion offers', () => {
  test('every command of the help with its description', () => {
    const commands = program.createHelp().visibleCommands(program)
    expect(toCandidates(program, '')).toEqual(
      commands.map((command) => ({ word: command.name(), what: command.description() })),
    )
  })

  test.each([
    ['the command that was begun', 'reso', ['resolve']],
    [
      'the long options of a command',
      'sync --',
      [
        '--gtin',
        '--language',
        '--json',
        '--output',
        '--rewrite',
        '--approve',
        '--now',
        '--reason',
        '--verbose',
        '--help',
        '--mirror',
        '--quiet',
        '--env-file',
      ],
    ],
    ['nothing for a value that it cannot know', 'sync --gtin ', []],
    ['the options, where an argument has no choices', 'resolve 1 ', resolveOptions],
    ['the choices of an argument', 'resolve 1 de-de ', choices],
    [
      'the choice that was begun, after an option with a value',
      'resolve --reason "x y" 1 de-de o',
      ['overwrite'],
    ],
    ['an option behind the last argument', 'resolve 1 de-de hold --re', ['--reason']],
    ['the choices for many records', 'resolve --all ', choices],
    ['the fields of a conflict', 'resolve --all keep --field ', ['title', 'excerpt', 'block', 'image']],
    ['the formats', 'plan -o ', ['text', 'json', 'markdown']],
    ['the states of runs that were begun', 'runs --state p', ['planning', 'planned', 'partial']],
    ['the kinds of decisions that were begun', 'decisions --kind o', ['open']],
    ['the shells', 'completion ', ['bash', 'zsh', 'fish']],
    ['the commands that help knows', 'help he', ['help']],
    ['nothing for an unknown command', 'nope ', []],
  ])('%s', (_, line, words) => {
    expect(wordsAfter(line)).toEqual(words)
  })

  test('no old name of a renamed command, and the help lists none', () => {
    const old = Object.keys(renamedCommands)
    expect(wordsAfter('').filter((name) => old.includes(name))).toEqual([])
    expect(program.helpInformation()).not.toMatch(new RegExp(`^ +(?:${old.join('|')})`, 'm'))
  })
})

const cli = join(import.meta.dirname, '..', '..', '..', 'src', 'cli.ts')
const run = (...args: string[]) => execFileSync(process.execPath, [cli, ...args], { encoding: 'utf8' })

test.each([
  [['reso'], ['resolve']],
  [['resolve', '1', 'de-de', ''], choices],
])('the script for bash completes %j in a real bash', (words, offered) => {
  const script = `product-mirror() { '${process.execPath}' '${cli}' "$@"; }
${run('completion', 'bash')}
COMP_WORDS=(product-mirror ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_product_mirror
printf '%s\\n' "\${COMPREPLY[@]}"`
  const output = execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' })
  expect(output.split('\n').slice(0, -1)).toEqual(offered)
})

test.each(['zsh', 'fish'])('the script for %s calls the program', (shell) => {
  expect(run('completion', shell)).toContain(' complete -- ')
})
