import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..', '..')

/** The configuration of a demo with its bundled server at `origin` and its data in `dataDir`. */
export function demoEnvironment(env: NodeJS.ProcessEnv, origin: string, dataDir: string): NodeJS.ProcessEnv {
  return {
    LOG_LEVEL: env['LOG_LEVEL'],
    OPS_PORT: env['OPS_PORT'] ?? '0',
    PARTNER_BASE_URL: origin,
    PARTNER_TOKEN: 'demo-token',
    CMS_API_ROOT: `${origin}/api/rest`,
    CMS_USER: 'admin',
    CMS_PASSWORD: 'abcdabcdabcdabcdabcdabcd',
    CATALOG: `${origin}/__mock/catalog.txt`,
    // The environment of another terminal may have a proxy, which cannot reach this machine.
    no_proxy: new URL(origin).hostname,
    DATA_DIR: dataDir,
    MIRROR_ID: 'demo',
    // The units of the bundled server's numbers. Its site shows an image once, wherever it is.
    TEMPLATE_DIR: join(root, 'src', 'mock', 'seed', 'units'),
    IMAGE_PLACE: 'hero',
    BANNER: 'show',
    FAMILY_BY: 'erp_id',
  }
}

/**
 * Writes a file for `. FILE` in another terminal, so that `product-mirror` there uses this demo. Returns the
 * file's path.
 */
export async function writeEnvironment(folder: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const file = join(folder, 'env')
  const lines = Object.entries(environment)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `export ${name}=${quote(value)}\n`)
  await writeFile(file, `${lines.join('')}export PATH=${quote(join(root, 'bin'))}:"$PATH"\n`, { mode: 0o600 })
  return file
}

/** Quotes a value for a POSIX shell. */
function quote(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`
}
