import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Step } from '../step.ts'
import type { Finding } from './classes.ts'

const Entry = z.object({
  /** A regular expression on the class: route, and outcome or path. */
  class: z.string(),
  /** Regular expressions on the values of WordPress and the bundled server as JSON. */
  engine: z.string().optional(),
  bundled: z.string().optional(),
  /** A regular expression on the request as JSON. */
  request: z.string().optional(),
  why: z.string(),
})
const Documented = z.object({ version: z.array(Entry), approximated: z.array(Entry), chance: z.array(Entry) })

/** A known difference and its reason. */
export type Known = { readonly why: string; readonly fits: (finding: Finding, step: Step) => boolean }

/** The documented list. Throws for an invalid entry. */
export function readDocumented(): Known[] {
  const text = readFileSync(new URL('../documented.json', import.meta.url), 'utf8')
  return Object.values(Documented.parse(JSON.parse(text)))
    .flat()
    .map(toKnown)
}

export function toKnown(entry: z.infer<typeof Entry>): Known {
  const patterns = [
    [entry.class, ({ key }: Finding) => key],
    [entry.engine, ({ engine }: Finding) => JSON.stringify(engine) ?? 'undefined'],
    [entry.bundled, ({ bundled }: Finding) => JSON.stringify(bundled) ?? 'undefined'],
    [entry.request, (_: Finding, step: Step) => JSON.stringify(step)],
  ] as const
  const checks = patterns.flatMap(([pattern, read]) =>
    pattern === undefined ? [] : [{ pattern: new RegExp(pattern, 'u'), read }],
  )
  return {
    why: entry.why,
    fits: (finding, step) => checks.every(({ pattern, read }) => pattern.test(read(finding, step))),
  }
}
