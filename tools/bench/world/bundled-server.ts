import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inChunks } from '../../../src/lib/chunks.ts'
import { noFiles } from '../../../test/helpers/content/no-files.ts'
import { spawnBound } from '../../../test/helpers/processes/spawn-bound.ts'

const main = join(import.meta.dirname, '..', '..', '..', 'src', 'mock', 'main.ts')

type Options = {
  gtins: number
  languages: readonly string[]
  /** How many products have files. */
  withFiles?: number | undefined
  /** A file of post types, as of `--types`. */
  types?: string | undefined
}

/** The bundled server in a separate process; most of its products, or all, have no files. */
export async function startBundledServer(options: Options) {
  const flags = ['--port', '0', '--gtins', String(options.gtins), '--languages', options.languages.join(',')]
  if (options.types !== undefined) flags.push('--types', options.types)
  const child = spawnBound(process.execPath, ['--max-old-space-size=8192', main, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await readOrigin(child.stdout)
  const control = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const answer = await fetch(`${origin}/__mock${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const gtins = (await (await control('GET', '/catalog.txt')).text()).split('\n').filter(Boolean)
  const change = (gtin: string, fields: object): Promise<Response> =>
    control('PUT', `/products/${gtin}/*`, fields)
  const takeFilesAway = async (): Promise<void> => {
    for (const group of inChunks(gtins.slice(options.withFiles ?? 0), 50))
      await Promise.all(group.map((gtin) => change(gtin, noFiles)))
  }
  await takeFilesAway()
  return {
    origin,
    gtins,
    change,
    /** The partner no longer has this product; `change` brings it back. */
    remove: (gtin: string) => control('DELETE', `/products/${gtin}`),
    /** An editor's saves, as in `POST /__mock/editor`. */
    edit: (actions: readonly object[]) => control('POST', '/editor', { actions }),
    /** Rules as in `PUT /__mock/faults`; an empty list removes them. */
    fault: (rules: readonly object[]) => control('PUT', '/faults', rules),
    /** Pristine, except for the files. */
    async reset(): Promise<void> {
      await control('POST', '/reset')
      await takeFilesAway()
    },
    stop: () => child.kill('SIGTERM'),
  }
}

async function readOrigin(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) {
    const origin = /http:\/\/\S+/.exec(line)?.[0]
    if (origin !== undefined) return origin
  }
  throw new Error('the bundled server ended before it was ready')
}
