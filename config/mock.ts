import { z } from 'zod'
import { Language } from '../src/contracts/gtin.ts'
import { isLoopback } from '../src/lib/http/request-origin.ts'
import type { SiteTypes } from '../src/mock/contracts/site-types/site-types.ts'
import { Throttle } from '../src/mock/contracts/partner-settings.ts'
import { readTypesFile } from './mock-types.ts'
import { type Environment, readVariables } from './read.ts'
import type { Variable } from './variables.ts'

/** Options of the `mock` command; an option overrides the variable of the same name. */
export type MockOptions = {
  host?: string
  controlHosts?: string
  port?: string | number
  gtins?: string | number
  languages?: string
  seed?: string | number
  token?: string
  throttle?: string
  oembedHosts?: string
  mediaTrash?: string
  types?: string
}

export type MockConfig = ReturnType<typeof readMockConfig>

const whole = (max: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(max))
const list = z.string().transform((value) => value.split(/[\s,]+/).filter((part) => part !== ''))
const languageList = list
  .pipe(z.array(Language).min(1))
  .refine((codes) => new Set(codes).size === codes.length)

const variables = {
  MOCK_HOST: { schema: z.string().min(1), allowed: 'a listen address', fallback: '127.0.0.1' },
  MOCK_CONTROL_HOSTS: {
    schema: list.pipe(
      z.array(
        z
          .string()
          .toLowerCase()
          .regex(/^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/),
      ),
    ),
    allowed: 'host names or addresses without port',
    fallback: '',
  },
  MOCK_PORT: { schema: whole(65_535), allowed: 'a port, or 0 for any free port', fallback: '4010' },
  MOCK_GTINS: { schema: whole(1_000_000), allowed: '0 to 1000000 products', fallback: '40' },
  MOCK_LANGUAGES: {
    schema: languageList,
    allowed: 'unique lower-case codes such as de-de,en-gb; the first is the default language',
    fallback: 'de-de,en-gb,fr-fr,it-it,es-es,pl-pl',
  },
  MOCK_SEED: { schema: whole(2 ** 31 - 1), allowed: '0 to 2147483647', fallback: '1' },
  MOCK_TOKEN: {
    schema: z.string().regex(/^\S+$/),
    allowed: 'a token without spaces',
    fallback: 'demo-token',
    secret: true,
  },
  MOCK_THROTTLE: {
    schema: z.literal('none').or(Throttle),
    allowed: 'none, or a rate such as 5/second or 100/min',
    fallback: 'none',
  },
  MOCK_MEDIA_TRASH: { schema: z.enum(['on', 'off']), allowed: 'on or off', fallback: 'off' },
  MOCK_OEMBED_HOSTS: {
    schema: list.pipe(z.array(z.string().toLowerCase())),
    allowed: 'host names such as videos.example, or host:port',
    fallback: '',
  },
  MOCK_TYPES: { schema: z.string().min(1), allowed: 'a JSON or YAML file' },
} satisfies Record<string, Variable>

/** Reads the bundled server's configuration from options and `MOCK_*` variables. Throws one ConfigError that lists every error. */
export function readMockConfig(options: MockOptions, env: Environment) {
  const given: Record<string, string> = {}
  for (const [key, value] of Object.entries(options)) {
    const name = key.replace(/[A-Z]/g, '_$&').replaceAll('-', '_').toUpperCase()
    if (value !== undefined) given[`MOCK_${name}`] = String(value)
  }
  let types: SiteTypes | undefined
  const values = readVariables(variables, { ...env, ...given }, (read) => {
    const file = read.MOCK_TYPES === undefined ? undefined : readTypesFile(read.MOCK_TYPES)
    types = file?.types
    return [...hostFaults(read.MOCK_HOST, read.MOCK_CONTROL_HOSTS), ...(file?.faults ?? [])]
  })
  return Object.freeze({
    host: values.MOCK_HOST,
    controlHosts: Object.freeze(values.MOCK_CONTROL_HOSTS),
    port: values.MOCK_PORT,
    gtins: values.MOCK_GTINS,
    languages: Object.freeze(values.MOCK_LANGUAGES),
    seed: values.MOCK_SEED,
    token: values.MOCK_TOKEN,
    throttle: values.MOCK_THROTTLE === 'none' ? null : values.MOCK_THROTTLE,
    mediaTrash: values.MOCK_MEDIA_TRASH === 'on',
    oembedHosts: Object.freeze(values.MOCK_OEMBED_HOSTS),
    types,
  })
}

function hostFaults(host = '127.0.0.1', names: readonly string[] = []): string[] {
  if (isLoopback(host) || names.length > 0) return []
  return [
    `MOCK_HOST is ${host}, which others can reach, and the passwords of the bundled server are public. To allow that, set MOCK_CONTROL_HOSTS to the host names at which clients reach it.`,
  ]
}
