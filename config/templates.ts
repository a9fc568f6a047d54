import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { type LabelSets, type Labels, labelKeys } from '../src/core/render/locale/labels.ts'
import type { Template } from '../src/core/render/template/template.ts'
import { intlUnits, sizeFields, type Units } from '../src/core/render/locale/units.ts'
import { ConfigError, reasonOf } from '../src/lib/errors.ts'

const LabelFile = z.partialRecord(z.enum(labelKeys), z.string().trim().min(1)) satisfies z.ZodType<
  Partial<Labels>
>
/** A unit that is still to be entered is null. */
const UnitFile = z
  .partialRecord(
    z.enum(sizeFields),
    z.literal(Object.keys(intlUnits) as (keyof typeof intlUnits)[]).nullable(),
  )
  .transform((units): Units => {
    const entered = Object.entries(units).filter(([, unit]) => unit !== null)
    return Object.fromEntries(entered)
  })

export type Templates = { template: Template; labels: LabelSets; units: Units }

const suffix = '.json'
const ownRoot = import.meta.dirname

/** The built-in page templates. */
export const templateNames = ['standard', 'datasheet', 'showcase', 'compact'] as const
export type TemplateName = (typeof templateNames)[number]

/** The file of the standard template, and of an operator's own. */
const pageFile = 'page.eta'

export const unitsFile = 'units.json'

/**
 * Reads a page template, labels and units. A folder may override `page.eta`, single labels in
 * `labels/<language>.json`, and `units.json`. Throws one ConfigError that lists every error with its file.
 */
export async function readTemplates(folder?: string, chosen: TemplateName = 'standard'): Promise<Templates> {
  const names = folder === undefined ? [] : await namesIn(folder)
  const builtIn = join(ownRoot, 'templates', chosen === 'standard' ? pageFile : `${chosen}.eta`)
  const placeOf = (name: string): string | undefined =>
    folder !== undefined && names.includes(name) ? join(folder, name) : undefined
  const [own, labels, unitFile] = [placeOf(pageFile), placeOf('labels'), placeOf(unitsFile)]
  if (own !== undefined && chosen !== 'standard')
    throw new ConfigError(
      `${own} (TEMPLATE_DIR) replaces the built-in template, but TEMPLATE is ${chosen}. Unset TEMPLATE, or remove the file.`,
    )
  const [template, ours, theirs, units]: [Template, LabelFolder, LabelFolder, JsonFile<Units>] =
    await Promise.all([
      readTemplate(own ?? builtIn),
      readLabelFolder(join(ownRoot, 'labels')),
      labels === undefined ? { sets: [], faults: [] } : readLabelFolder(labels),
      unitFile === undefined ? { value: {} } : readJson(unitFile, UnitFile),
    ])
  const faults = [...ours.faults, ...theirs.faults, ...(units.faults ?? [])]
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return { template, labels: merged([...ours.sets, ...theirs.sets]), units: units.value ?? {} }
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await attempt(folder, () => readdir(folder))
  if ([pageFile, 'labels', unitsFile].some((name) => names.includes(name))) return names
  throw new ConfigError(
    `${folder} (TEMPLATE_DIR) contains none of page.eta, labels/ and units.json. Add one, or unset TEMPLATE_DIR.`,
  )
}

type LabelSet = { language: string; labels: Partial<Labels> }
type LabelFolder = { sets: LabelSet[]; faults: string[] }
type JsonFile<T> = { value?: T; faults?: string[] }

async function readTemplate(file: string): Promise<Template> {
  return { file, text: await attempt(file, () => readFile(file, 'utf8')) }
}

async function readLabelFolder(folder: string): Promise<LabelFolder> {
  const names = await attempt(folder, () => readdir(folder))
  const files = names.filter((name) => name.endsWith(suffix) && !name.startsWith('.')).sort()
  const read = await Promise.all(
    files.map(async (name) => ({
      language: basename(name, suffix).toLowerCase(),
      ...(await readJson(join(folder, name), LabelFile)),
    })),
  )
  const sets = read.flatMap(({ language, value }) => (value ? [{ language, labels: value }] : []))
  return { sets, faults: read.flatMap(({ faults = [] }) => faults) }
}

/** Later sets override earlier ones of the same language, label by label. */
function merged(sets: readonly LabelSet[]): LabelSets {
  const all: Record<string, Partial<Labels>> = {}
  for (const { language, labels } of sets) all[language] = { ...all[language], ...labels }
  return all
}

async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<JsonFile<T>> {
  const text = await attempt(file, () => readFile(file, 'utf8'))
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    if (parsed.success) return { value: parsed.data }
    return {
      faults: parsed.error.issues.map((issue) => `${file}: ${[...issue.path, issue.message].join(': ')}`),
    }
  } catch (error) {
    return { faults: [`${file}: ${reasonOf(error)}`] }
  }
}

async function attempt<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new ConfigError(`${path} cannot be read.`, { cause: error })
  }
}
