import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether certificates can be made here. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** A self-signed certificate for this machine, valid for a day, in files; `close` removes them. */
export async function makeCertificate() {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1'
  const subject = ['-subj', '/CN=localhost', '-addext', names, '-days', '1', '-nodes']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', keyFile]
  const made = spawnSync('openssl', ['req', '-x509', ...key, ...subject, '-out', certFile])
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr.toString()}`)
  return {
    keyFile,
    certFile,
    key: readFileSync(keyFile),
    cert: readFileSync(certFile),
    close: () => rm(folder, { recursive: true }),
  }
}
