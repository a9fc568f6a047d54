import { z } from 'zod'
import { Language } from '../src/contracts/gtin.ts'
import { type Environment, readVariables } from './read.ts'
import type { Variable } from './variables.ts'

/** Options of the verb `mock`; each stands above the variable of its name. */
export type MockOptions = {
  host?: string
  port?: string | number
  gtins?: string | number
  languages?: string
  seed?: string | number
  token?: string
}

export type MockConfig = Readonly<{
  host: string
  /** 0: any free port */
  port: number
  gtins: number
  /** the first one is the default language */
  languages: readonly string[]
  seed: number
  token: string
}>

const whole = (max: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(max))
const languageList = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter((part) => part !== ''))
  .pipe(z.array(Language).min(1))
  .refine((codes) => new Set(codes).size === codes.length)

const variables = {
  MOCK_HOST: { schema: z.string().min(1), allowed: 'an address to listen on', fallback: '127.0.0.1' },
  MOCK_PORT: { schema: whole(65_535), allowed: 'a port, 0 for any', fallback: '4010' },
  MOCK_GTINS: { schema: whole(1_000_000), allowed: '0 to 1000000 products', fallback: '40' },
  MOCK_LANGUAGES: {
    schema: languageList,
    allowed: 'different lower-case codes such as de-de,en-gb; the first is the default language',
    fallback: 'de-de,en-gb,fr-fr,it-it,es-es,pl-pl',
  },
  MOCK_SEED: { schema: whole(2 ** 31 - 1), allowed: '0 to 2147483647', fallback: '1' },
  MOCK_TOKEN: {
    schema: z.string().regex(/^\S+$/),
    allowed: 'a token without spaces',
    fallback: 'demo-token',
    secret: true,
  },
} satisfies Record<string, Variable>

/** The bundled server's configuration from options and `MOCK_*` variables; throws one ConfigError that lists every fault. */
export function readMockConfig(options: MockOptions, env: Environment): MockConfig {
  const given: Record<string, string> = {}
  for (const [key, value] of Object.entries(options)) {
    if (value !== undefined) given[`MOCK_${key.toUpperCase()}`] = String(value)
  }
  const values = readVariables(variables, { ...env, ...given })
  return Object.freeze({
    host: values.MOCK_HOST,
    port: values.MOCK_PORT,
    gtins: values.MOCK_GTINS,
    languages: Object.freeze(values.MOCK_LANGUAGES),
    seed: values.MOCK_SEED,
    token: values.MOCK_TOKEN,
  })
}
