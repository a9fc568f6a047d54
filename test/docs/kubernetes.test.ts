import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../config/daemon.ts'
import { variables } from '../../config/variables.ts'

const folder = new URL('../../docs/kubernetes/', import.meta.url)

/** Pinned schemas of the kinds that the manifests use; the file names their source. */
const { $defs } = z
  .object({ $defs: z.record(z.string(), z.looseObject({})) })
  .parse(JSON.parse(await readFile(new URL('kubernetes-1.30.json', import.meta.url), 'utf8')))

const Env = z.object({ kind: z.string(), data: z.record(z.string(), z.string()).optional() })
const Pod = z.object({
  terminationGracePeriodSeconds: z.int().min(25),
  securityContext: z.object({ runAsNonRoot: z.literal(true) }),
  containers: z.array(
    z.object({
      securityContext: z.object({
        readOnlyRootFilesystem: z.literal(true),
        allowPrivilegeEscalation: z.literal(false),
      }),
      resources: z.object({ requests: z.looseObject({}), limits: z.looseObject({}) }),
    }),
  ),
})
const Deployment = z.object({ spec: z.object({ template: z.object({ spec: Pod }) }) })
const CronJob = z.object({
  spec: z.object({ jobTemplate: z.object({ spec: z.object({ template: z.object({ spec: Pod }) }) }) }),
})

/** Every document of every manifest, by kind and name. */
async function readManifests(): Promise<Map<string, unknown>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml'))
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
  const found = new Map<string, unknown>()
  for (const document of texts.flatMap((text) => parseAllDocuments(text))) {
    expect(document.errors).toEqual([])
    const content: unknown = document.toJS()
    const { kind, metadata } = z
      .object({ kind: z.string(), metadata: z.object({ name: z.string() }) })
      .parse(content)
    found.set(`${kind} ${metadata.name}`, content)
  }
  return found
}

const manifests = await readManifests()

test('the manifests define a daemon, a cron job, a service, its configuration and secrets', () => {
  expect([...manifests.keys()].toSorted()).toEqual([
    'ConfigMap product-mirror',
    'ConfigMap product-mirror-catalog',
    'CronJob product-mirror-sync',
    'Deployment product-mirror',
    'Secret product-mirror',
    'Service product-mirror',
  ])
})

test.each([...manifests])('%s matches the schema of Kubernetes', (name, content) => {
  const [kind = ''] = name.split(' ')
  const schema = z.fromJSONSchema({ $ref: `#/$defs/${kind}`, $defs })
  expect(schema.safeParse(content).error?.issues ?? []).toEqual([])
})

test('a field that Kubernetes does not know is an error', () => {
  const schema = z.fromJSONSchema({ $ref: '#/$defs/Deployment', $defs })
  const text = JSON.stringify(manifests.get('Deployment product-mirror')).replace('readOnly', 'readonly')
  expect(schema.safeParse(JSON.parse(text)).success).toBe(false)
})

test('the pods run as an ordinary user, write only to /tmp, and get time to stop', () => {
  const pods = [
    Deployment.parse(manifests.get('Deployment product-mirror')).spec.template.spec,
    CronJob.parse(manifests.get('CronJob product-mirror-sync')).spec.jobTemplate.spec.template.spec,
  ]
  expect(pods.map(({ containers }) => containers.length)).toEqual([1, 1])
})

test('the daemon accepts the configuration once the secrets are filled in', () => {
  const { data = {} } = Env.parse(manifests.get('ConfigMap product-mirror'))
  const known = new Set(Object.keys(variables))
  expect(Object.keys(data).filter((name) => !known.has(name.replace(/_FILE$/, '')))).toEqual([])
  const env = Object.fromEntries(
    Object.entries(data).map(([name, value]) =>
      name.endsWith('_FILE') ? [name.replace(/_FILE$/, ''), secretOf(value)] : [name, value],
    ),
  )
  expect(readConfig(env)).toMatchObject({ ops: { host: '0.0.0.0', port: 8080, user: 'ops' } })
})

/** The content of a secret file; a placeholder if it is still empty. */
function secretOf(path: string): string {
  const { stringData } = z
    .object({ stringData: z.record(z.string(), z.string()) })
    .parse(manifests.get('Secret product-mirror'))
  const value = stringData[path.replace('/run/secrets/product-mirror/', '')]
  if (value === undefined) throw new Error(`the secret has no entry for ${path}`)
  return value === '' ? 'filled-in' : value
}
