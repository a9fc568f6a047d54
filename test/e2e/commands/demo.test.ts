import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { patiently } from '../../helpers/hang.ts'
import { runCli, spawnCli } from '../../helpers/world/cli.ts'
import { runBound } from '../../helpers/processes/spawn-bound.ts'
import { untilGone } from '../../helpers/processes/until-gone.ts'

it.concurrent('demo --once mirrors everything, prints its report on the last line, and leaves nothing behind', async ({
  onTestFinished,
}) => {
  const place = await mkdtemp(join(tmpdir(), 'demo-test-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  const { code, stdout, stderr } = await runCli(['demo', '--once', '--gtins', '6'], { TMPDIR: place })
  const lines = stdout.trimEnd().split('\n')
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^(?:\w+ \d+\/\d+.*\n)*$/) })
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ state: 'done', records: 36, created: 36, failed: 0 })
  expect(lines.slice(0, 5).map((line) => line.replace(/ {2,}.*/, ''))).toEqual([
    'The mirrored site',
    'Bundled server (partner and CMS)',
    'Dashboard',
    'A product page',
    expect.stringMatching(/^Run \S+ finished/),
  ])
  expect(lines[0]).toMatch(/ {2,}http:\/\/[\d.:]+\/$/)
  expect(lines[3]).toMatch(/ {2,}http:\/\/\S+\/gtin-\d+-\w\w-\w\w\/$/)

  expect(await readdir(place)).toEqual([])
  const servers = lines.slice(0, 3).map((line) => /http:\S+/.exec(line)?.[0] ?? '')
  for (const url of servers) await expect(fetch(url)).rejects.toThrow('fetch failed')
})

it.concurrent('demo runs until SIGINT, serves commands from another terminal, and leaves nothing behind', async ({
  onTestFinished,
}) => {
  const place = await mkdtemp(join(tmpdir(), 'demo-test-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  const { child, ended } = spawnCli(['demo', '--gtins', '1', '--languages', 'de-de'], { TMPDIR: place })
  const said = await untilUp(child)

  const file = /^In another terminal +\. (.+)$/m.exec(said)?.[1] ?? ''
  const shell = runBound('sh', ['-c', `. '${file}' && product-mirror status && curl -sf "$SITE"`])
  expect((await shell).stdout).toMatch(/^Run \d{4}-\d\d-\d\d-1 finished/m)

  child.kill('SIGINT')
  expect((await ended).code).toBe(0)
  expect(await readdir(place)).toEqual([])
})

it.concurrent('a killed demo leaves neither its Redis nor its bundled server running', async ({
  onTestFinished,
}) => {
  const place = await mkdtemp(join(tmpdir(), 'demo-test-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  const { child, ended } = spawnCli(['demo', '--gtins', '1', '--languages', 'de-de'], { TMPDIR: place })
  const server = /http:\S+/.exec(await untilUp(child))?.[0] ?? ''
  const [dataDir = ''] = await readdir(place)
  const redisPid = Number(await readFile(join(place, dataDir, 'redis', 'redis.pid'), 'utf8'))
  expect((await fetch(server)).ok).toBe(true)

  child.kill('SIGKILL')
  await ended
  await untilGone(redisPid)
  await vi.waitFor(() => expect(fetch(server)).rejects.toThrow('fetch failed'), patiently)
})

/** Waits until a demo is up; returns its output so far. */
function untilUp(child: ReturnType<typeof spawnCli>['child']): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Press Ctrl-C')) resolve(said)
    })
    child.once('exit', () => reject(new Error(`ended early: ${said}`)))
  })
}
