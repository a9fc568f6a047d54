import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../config/daemon.ts'
import { variables } from '../../config/variables.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'examples', 'wordpress-compose')

const Service = z.looseObject({
  build: z.object({ context: z.string(), target: z.string() }).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()]).transform(String)).default({}),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
})
const Compose = z.looseObject({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.null()),
})
const text = await readFile(join(folder, 'compose.yaml'), 'utf8')
const { services, volumes } = Compose.parse(parse(text, { merge: true }))
const all = Object.entries(services)

test('the services of the example wait for services that it has, and mount volumes and files that are there', async () => {
  const unknown = all.flatMap(([name, { depends_on }]) =>
    Object.keys(depends_on).flatMap((other) => (other in services ? [] : [`${name}: ${other}`])),
  )
  expect(unknown).toEqual([])
  const sources = all.flatMap(([, service]) => service.volumes.map((volume) => volume.split(':')[0] ?? ''))
  expect(sources.filter((source) => !source.startsWith('./') && !(source in volumes))).toEqual([])
  await Promise.all(sources.filter((one) => one.startsWith('./')).map((one) => readFile(join(folder, one))))
})

test('the example builds targets that the Dockerfile has', async () => {
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8')
  const builds = all.flatMap(([, { build }]) => (build === undefined ? [] : [build]))
  expect(builds.map(({ target }) => target).toSorted()).toEqual(['bundled-server', 'daemon', 'daemon'])
  for (const { context, target } of builds) {
    expect(join(folder, context)).toBe(join(root))
    expect(dockerfile).toContain(` AS ${target}\n`)
  }
})

test('the daemon of the example starts with the variables that it is given', () => {
  const { CMS_PASSWORD_FILE, ...environment } = services['mirror']?.environment ?? {}
  expect(CMS_PASSWORD_FILE).toBe(services['wordpress-setup']?.environment['CREDENTIAL_FILE'])
  expect(Object.keys(environment).filter((name) => !(name in variables))).toEqual([])
  expect(readConfig({ ...environment, CMS_PASSWORD: 'from the file' })).toMatchObject({
    ops: { host: '0.0.0.0', user: 'ops' },
  })
})

test('every port of the example is on loopback, because its passwords are public', () => {
  const ports = all.flatMap(([, service]) => service.ports)
  expect(ports.length).toBeGreaterThan(0)
  expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
})
