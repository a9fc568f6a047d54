import type { Redis } from 'ioredis'
import { recordTables, type RecordTable } from '../redis/record-tables.ts'
import type { Shape } from '../formats/define-shape.ts'
import type { Keys } from '../redis/keys.ts'
import { createTable, type Table } from '../redis/table.ts'
import { createPageStates } from './page-states.ts'

type ValueOf<Name extends RecordTable> =
  (typeof recordTables)[Name]['shape'] extends Shape<infer Value> ? Value : never

/** The tables with data about some records, apart from their snapshots. */
export function createTables(redis: Redis, keys: Keys) {
  const tables = Object.entries(recordTables).map(([name, { shape }]) => [
    name,
    createTable(redis, keys[name as RecordTable], shape as Shape<object>),
  ])
  return {
    ...(Object.fromEntries(tables) as { [Name in RecordTable]: Table<ValueOf<Name>> }),
    pageStates: createPageStates(redis, keys),
  }
}
