import { readFileSync } from 'node:fs'
import { z } from 'zod'

const root = new URL('../../', import.meta.url)
const Entry = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
})
type Entry = z.infer<typeof Entry>
const Lockfile = z.object({ packages: z.record(z.string(), Entry) })

/** Packages whose manifest names no licence, with that of their LICENSE file. */
const licences: Readonly<Record<string, string>> = {
  'png-js': 'MIT',
  '@msgpackr-extract/msgpackr-extract-darwin-arm64': 'MIT',
  '@msgpackr-extract/msgpackr-extract-darwin-x64': 'MIT',
  '@msgpackr-extract/msgpackr-extract-linux-arm': 'MIT',
  '@msgpackr-extract/msgpackr-extract-win32-x64': 'MIT',
}

/** The end of a package's name that exists for several systems. */
const platform =
  /-(?:aix|darwin|freebsd|linux|linuxmusl|netbsd|openbsd|sunos|webcontainers|win32)-\w+$|-wasm32$/

/** The packages of the lockfile, by their path in `node_modules`. */
export function lockedPackages(): [path: string, entry: Entry][] {
  const text = readFileSync(new URL('package-lock.json', root), 'utf8')
  return Object.entries(Lockfile.parse(JSON.parse(text)).packages).filter(([path]) => path !== '')
}

/** THIRD_PARTY.md: the packages that are part of what we publish. Throws for one without a known licence. */
export function thirdPartyPage(): string {
  const shipped = lockedPackages().filter(([, { dev }]) => dev !== true)
  const rows = shipped.map(([path, { version = '', license, optional }]) => {
    const name = path.replace(/^.*node_modules\//, '')
    const licence = license ?? licences[name]
    if (licence === undefined)
      throw new Error(`${name} names no licence. Add it to tools/docs/third-party.ts.`)
    return { name, version, licence, part: optional === true ? 'optional' : 'daemon' }
  })
  const unique = [...new Map(rows.map((row) => [`${row.name} ${row.version}`, row])).values()]
  const linesOf = (part: string): string[] => {
    const byLicence = Map.groupBy(
      unique.filter((row) => row.part === part),
      ({ licence }) => licence,
    )
    return [...byLicence]
      .toSorted(([one], [other]) => compare(one, other))
      .map(([licence, some]) => {
        const names = new Set(some.map(({ name, version }) => `${name.replace(platform, '-…')}@${version}`))
        return `- **${licence}** (${some.length}): ${[...names].toSorted(compare).join(', ')}`
      })
  }
  return [
    '# Third-party packages',
    '',
    'The packages that product-mirror needs to run, by licence. Each package contains the text of its licence. This page is generated from `package-lock.json`: `npm run docs`.',
    '',
    '## In the daemon’s image',
    '',
    ...linesOf('daemon'),
    '',
    '## Optional',
    '',
    'The bundled server uses some of these packages. A name with an ellipsis (…) has one package per system.',
    '',
    ...linesOf('optional'),
    '',
  ].join('\n')
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
