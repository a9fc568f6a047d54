import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('install-packages.sh', import.meta.url))

/**
 * Installs missing Debian packages unattended, without starting a service, as root or through `sudo -n`. If that is not
 * possible, throws one message with the commands to run.
 */
export async function installPackages(purpose: string, packages: readonly string[]): Promise<void> {
  const missing = findMissing(packages)
  if (missing.length === 0) return
  const asRoot = rootPrefix()
  if (asRoot === undefined)
    throw new Error(advice(purpose, missing, 'this user is neither root nor may use `sudo -n`'))
  const [command = 'sh', ...args] = [...asRoot, 'sh', script, ...missing]
  const output = await collect(command, args)
  if (output.code !== 0) throw new Error(advice(purpose, missing, output.text.trim().slice(-2000)))
}

/** The packages that dpkg does not list as installed; all of them without dpkg. */
export function findMissing(packages: readonly string[]): string[] {
  const format = '${Package} ${db:Status-Status}\\n'
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', format, ...packages], { encoding: 'utf8' })
  const listed = new Set((stdout ?? '').split('\n'))
  return packages.filter((name) => !listed.has(`${name} installed`))
}

function rootPrefix(): string[] | undefined {
  if (process.getuid?.() === 0) return []
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined
}

function advice(purpose: string, missing: readonly string[], reason: string): string {
  return [
    `${purpose} needs Debian packages that are not installed: ${missing.join(', ')}.`,
    `Installing them did not work: ${reason}`,
    'Type, on Debian 12 or later or a recent Ubuntu:',
    '  sudo apt-get update',
    `  sudo apt-get install --no-install-recommends ${missing.join(' ')}`,
  ].join('\n')
}

function collect(command: string, args: readonly string[]): Promise<{ code: number; text: string }> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  const keep = (chunk: Buffer) => (text += chunk.toString())
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, text }))
  })
}
