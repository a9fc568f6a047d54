import { readFile, writeFile } from 'node:fs/promises'
import { commandsPage } from './commands.ts'
import { configurationPage } from './configuration.ts'
import { reportsSchema } from './reports-schema.ts'
import { scaleTables } from '../bench/simulate/tables.ts'
import { fillExamples } from './fill-examples.ts'
import { fillTables } from '../bench/simulate/fill-tables.ts'
import { guardsSchema } from './guards-schema.ts'
import { mapSchema } from './map-schema.ts'
import { metricsPage } from './metrics-page.ts'
import { openApiJson } from './openapi.ts'
import { noticeExamples } from './notice-examples.ts'
import { thirdPartyPage } from './third-party.ts'

// Writes the generated parts of the documentation.
const docs = new URL('../../docs/', import.meta.url)
await writeFile(new URL('commands.md', docs), commandsPage())
await writeFile(new URL('configuration.md', docs), configurationPage())
await writeFile(new URL('guards.schema.json', docs), guardsSchema())
await writeFile(new URL('map.schema.json', docs), mapSchema())
await writeFile(new URL('metrics.md', docs), metricsPage())
await writeFile(new URL('openapi.json', docs), openApiJson())
await writeFile(new URL('reports.schema.json', docs), reportsSchema())
await writeFile(new URL('../THIRD_PARTY.md', docs), thirdPartyPage())
const notifications = new URL('notifications.md', docs)
await writeFile(notifications, fillExamples(await readFile(notifications, 'utf8'), noticeExamples()))
const scale = new URL('scale.md', docs)
await writeFile(scale, fillTables(await readFile(scale, 'utf8'), scaleTables()))
