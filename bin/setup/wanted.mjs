// Lists the packages of package-lock.json that this machine needs.
import { dirname } from 'node:path/posix'

/**
 * The paths of the needed packages, such as `node_modules/zod`. Optional packages for other systems are not needed, nor
 * are their dependencies. Development packages are needed only with `withDev`.
 */
export function wantedPackages(packages, withDev) {
  const found = new Set()
  const { devDependencies, ...project } = packages[''] ?? {}
  const open = [['', project], ...(withDev ? [['', { dependencies: devDependencies }]] : [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, entry] = next
    for (const name of namesIn(entry)) {
      const place = placeOf(packages, path, name)
      if (place === undefined || found.has(place) || !runsHere(packages[place])) continue
      found.add(place)
      open.push([place, packages[place]])
    }
  }
  return found
}

// npm installs peer dependencies too, except optional ones.
function namesIn({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => peerDependenciesMeta?.[name]?.optional !== true,
  )
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers]
}

// As Node does: the package's own node_modules first, then those of the folders above.
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = `${folder === '' || folder === '.' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (folder === '' || folder === '.') return undefined
  }
}

function runsHere({ os, cpu, libc }) {
  return (
    matches(os, process.platform) &&
    matches(cpu, process.arch) &&
    (libc === undefined || (process.platform === 'linux' && matches(libc, libcHere())))
  )
}

// One name or several, such as ["linux", "darwin"] or ["!win32"].
function matches(names, value) {
  if (names === undefined) return true
  const list = [names].flat()
  if (list.includes(`!${value}`)) return false
  return list.includes(value) || list.every((name) => name.startsWith('!'))
}

let libc

function libcHere() {
  if (libc === undefined) {
    // Without this, the report looks up host names.
    process.report.excludeNetwork = true
    libc = process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
  }
  return libc
}
