import type { RecordKey } from '../record/record.ts'
import type { Command } from './command.ts'

/** The command that records a decision about a record. */
export function resolveCommand({ gtin, language }: RecordKey, choice: string, lead: string): Command {
  return { lead, argv: ['resolve', gtin, language, choice] }
}

/** The command that mirrors one record at once. */
export function syncCommand({ gtin, language }: RecordKey, lead: string): Command {
  return { lead, argv: ['sync', '--gtin', gtin, '--language', language] }
}

/** The command that ends a record's quarantine. */
export function retryCommand({ gtin, language }: RecordKey): Command {
  return { lead: 'to retry with the next run', argv: ['retry', gtin, language] }
}
