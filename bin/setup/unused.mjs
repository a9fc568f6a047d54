// Removes what npm installs although nothing here needs it.
import { rmSync } from 'node:fs'
import { join } from 'node:path'

/** The headers of the packaged Node: no package is compiled here. */
const headers = ['x64', 'arm64'].map((cpu) => join(`node-linux-${cpu}`, 'include'))

/** TypeScript: an optional peer of a package for production, so that npm omits it only with all optional packages. */
const compiler = [join('typescript', 'package.json'), 'typescript', '@typescript', join('.bin', 'tsc')]

/** Removes the headers and, unless it is a development package here, TypeScript. About 100 MB. */
export function removeUnused(root, withDev) {
  // A package without its package.json counts as missing, even if this is interrupted.
  for (const path of [...headers, ...(withDev ? [] : compiler)])
    rmSync(join(root, 'node_modules', path), { recursive: true, force: true })
}
