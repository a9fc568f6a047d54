import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'
import { reasonOf } from '../src/lib/errors.ts'
import { quote } from '../src/lib/text/quote.ts'

/** Every command reads the configuration, and most mirrors have no such file: loading the parser takes 20 ms. */
function loadYaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml
}

/** The value of a file in YAML or JSON, or its errors. Keys that occur twice are errors. */
export function readYaml(file: string): { value?: unknown; faults: readonly string[] } {
  try {
    const document = loadYaml().parseDocument(readFileSync(file, 'utf8'))
    const problems = [...document.errors, ...document.warnings]
    if (problems.length === 0) return { value: document.toJS() as unknown, faults: [] }
    // The lines after the first quote the file.
    return {
      faults: problems.map(({ message }) => `${quote(message.split('\n', 1)[0] ?? '').replace(/:$/, '')}.`),
    }
  } catch (error) {
    return { faults: [`cannot be read: ${reasonOf(error)}`] }
  }
}
