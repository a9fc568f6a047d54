import { reportBase, reportSchemas } from '../../../tools/docs/reports-schema.ts'
import { createSchemaCheck } from '../json-schema.ts'
import type { Ended } from './cli.ts'

const schemas = reportSchemas({ closed: true })
const faultsIn = createSchemaCheck(schemas, reportBase)

/** Throws if a command with `--json` printed anything other than its documented objects. */
export function checkReport([command = '', ...options]: readonly string[], { code, stdout }: Ended): void {
  const isJson = options.includes('--json') || options[options.indexOf('-o') + 1] === 'json'
  if (!isJson || code === null) return
  for (const line of stdout.split('\n').filter((text) => text !== '')) {
    const faults = faultsIn(schemas[command] ?? { not: {} }, JSON.parse(line))
    if (faults.length > 0)
      throw new Error(`${command} ${options.join(' ')} printed:\n${line}\n${faults.join('\n')}`)
  }
}
