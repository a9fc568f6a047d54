import { expect, test } from 'vitest'
import { inlineLuaFaults, luaFaults } from './lua.ts'

const file = (path: string, ...lines: string[]) => ({ path, text: `${lines.join('\n')}\n` })

test.each([
  "const script = `redis.call('hget', KEYS[1], ARGV[1])`",
  'const script = `return redis.pcall("time")`',
  "redis.eval('return KEYS[1]', 1, key)",
])('Lua in TypeScript is found: %s', (line) => {
  expect(inlineLuaFaults([file('src/store/runs/x.ts', line)])).toEqual([
    'src/store/runs/x.ts contains Lua: move it to src/store/lua/',
  ])
})

test('a command by its name and a comment are not Lua', () => {
  expect(inlineLuaFaults([file('src/x.ts', 'redis.call(command, key)', '// KEYS[1]')])).toEqual([])
})

const header = ['-- Ends a run.', '-- KEYS: 1 the run', '-- ARGV: none', '-- Reply: none']
const user = file('src/store/runs/x.ts', "const endRun = defineScript('runs/end', nothing)")

test('a script with a header and a user is accepted, and so is an include of it', () => {
  const files = [
    file('src/store/lua/runs/end.lua', ...header, '--- @include "now-ms"', 'return nowMs()'),
    file('src/store/lua/includes/now-ms.lua', '-- The time.', 'local function nowMs() end'),
    user,
  ]
  expect(luaFaults(files)).toEqual([])
})

test('a missing part of a header is found, even if the code contains it', () => {
  const [first = '', keys = '', args = '', reply = ''] = header
  expect(luaFaults([file('src/store/lua/runs/end.lua', first, keys, reply, 'return 1', args), user])).toEqual(
    ['src/store/lua/runs/end.lua has no line “-- ARGV:” in its header'],
  )
})

test('scripts and includes without a user are found', () => {
  const files = [
    file('src/store/lua/runs/end.lua', ...header, 'return 1'),
    file('src/store/lua/includes/now-ms.lua', ''),
  ]
  expect(luaFaults(files)).toEqual([
    'src/store/lua/runs/end.lua is not used',
    'src/store/lua/includes/now-ms.lua is not used',
  ])
})
