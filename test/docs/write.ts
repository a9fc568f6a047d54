import { readFile, writeFile } from 'node:fs/promises'
import { configurationPage } from './configuration.ts'
import { fillExamples } from './fill-examples.ts'
import { noticeExamples } from './notice-examples.ts'

// Writes the generated parts of the documentation.
const docs = new URL('../../docs/', import.meta.url)
await writeFile(new URL('configuration.md', docs), configurationPage())
const notifications = new URL('notifications.md', docs)
await writeFile(notifications, fillExamples(await readFile(notifications, 'utf8'), noticeExamples()))
