import { readConfig } from '../../config/daemon.ts'
import type { Finding } from '../core/audit.ts'
import { createLogger } from '../lib/logger.ts'
import { openMirror } from '../mirror.ts'
import { verifyMirror } from '../sync/verify-mirror.ts'
import { exitCodes } from './exit-codes.ts'
import { toPlain } from './plain.ts'

/** Compares the CMS with the snapshots and prints what differs; silent and 0 when nothing does. */
export async function runVerify(env: NodeJS.ProcessEnv, options: { json?: boolean }): Promise<number> {
  const config = readConfig(env)
  const log = createLogger({
    level: config.logLevel === 'info' ? 'warn' : config.logLevel,
    destination: 'stderr',
  })
  const mirror = await openMirror(config, log)
  try {
    const findings: Finding[] = []
    for await (const part of verifyMirror(mirror.sync, new AbortController().signal)) {
      findings.push(...part)
      if (!options.json) for (const finding of part) process.stdout.write(`${toLine(finding)}\n`)
    }
    if (options.json) process.stdout.write(`${JSON.stringify({ findings })}\n`)
    return findings.length > 0 ? exitCodes.drift : exitCodes.done
  } finally {
    await mirror.close()
  }
}

function toLine({ kind, gtin, language, pageId, link, detail }: Finding): string {
  return `${kind.padEnd(8)} ${gtin} ${language.padEnd(6)} page ${pageId}: ${toPlain(detail)}${link === undefined ? '' : ` (${toPlain(link)})`}`
}
