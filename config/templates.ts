import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { labelKeys } from '../src/core/render/labels.ts'
import type { Labels, LabelSets } from '../src/core/render/labels.ts'
import type { Template } from '../src/core/render/template.ts'
import { ConfigError, reasonOf } from '../src/lib/errors.ts'

const LabelFile = z.record(z.enum(labelKeys), z.string().trim().min(1)) satisfies z.ZodType<Labels>
const suffix = '.json'

/**
 * Reads the page template and the labels: our own, or `page.eta` and `labels/<language>.json` in a folder.
 * Throws ConfigError that lists every fault with its file.
 */
export async function readTemplates(folder?: string): Promise<{ template: Template; labels: LabelSets }> {
  const templateFile = join(folder ?? join(import.meta.dirname, 'templates'), 'page.eta')
  const labelFolder = join(folder ?? import.meta.dirname, 'labels')
  const [text, names] = await Promise.all([
    read(templateFile, () => readFile(templateFile, 'utf8')),
    read(labelFolder, () => readdir(labelFolder)),
  ])
  const files = names.filter((name) => name.endsWith(suffix)).sort()
  const sets = await Promise.all(files.map((name) => readLabels(join(labelFolder, name))))
  const faults = sets.flatMap((set) => set.faults)
  if (!files.includes(`en${suffix}`))
    faults.push(`${join(labelFolder, `en${suffix}`)}: missing; all languages fall back to it`)
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  const labels = Object.fromEntries(sets.flatMap((set) => (set.labels ? [[set.language, set.labels]] : [])))
  return { template: { file: templateFile, text }, labels }
}

async function readLabels(file: string): Promise<{ language: string; labels?: Labels; faults: string[] }> {
  const language = basename(file, suffix).toLowerCase()
  const text = await read(file, () => readFile(file, 'utf8'))
  try {
    const parsed = LabelFile.safeParse(JSON.parse(text))
    if (parsed.success) return { language, labels: parsed.data, faults: [] }
    const faults = parsed.error.issues.map((issue) => `${file}: ${[...issue.path, issue.message].join(': ')}`)
    return { language, faults }
  } catch (error) {
    return { language, faults: [`${file}: ${reasonOf(error)}`] }
  }
}

async function read<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new ConfigError(`${path} cannot be read.`, { cause: error })
  }
}
