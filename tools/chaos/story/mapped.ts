import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Schedule } from './schedule.ts'

/** The types of a site with mapped fields, and the maps of its mirror, of which one names slugs. */
export const mappedFiles = {
  types: fileURLToPath(new URL('mapped-types.yaml', import.meta.url)),
  map: fileURLToPath(new URL('mapped-fields.yaml', import.meta.url)),
  slugs: fileURLToPath(new URL('mapped-slugs.yaml', import.meta.url)),
}

/** The map of a schedule's mirror, in this folder if it has a condition for public pages. */
export async function mapOf(
  { slugs, policy }: Pick<Schedule, 'slugs' | 'policy'>,
  folder: string,
): Promise<string> {
  const file = slugs ? mappedFiles.slugs : mappedFiles.map
  if (policy.publishIf === undefined) return file
  const own = join(folder, 'map.yaml')
  await writeFile(own, `${await readFile(file, 'utf8')}publish_if: [${policy.publishIf}]\n`)
  return own
}
