import { z } from 'zod'
import { Language } from '../src/contracts/gtin.ts'
import { toLanguageCode } from '../src/contracts/language-code.ts'
import { cronFault, hasKeyLength, isProxyUrl, isTimeZone } from './value-checks.ts'
import { parseWriteWindows, writeWindowsFault, type WriteWindow } from '../src/lib/time/write-windows.ts'
import type { FamilyBy } from '../src/core/render/family/member.ts'
import { redisVariables } from './redis.ts'
import { templateNames } from './templates.ts'
import { passwordOfUrl, secretsOfKey, secretsOfUrl, secretsOfWebhook } from './secret-parts.ts'

/**
 * One environment variable: its schema, the allowed values in words, and the default. No log or report shows
 * a secret, or the parts of a value that `hides` returns.
 */
export type Variable<T = unknown> = {
  schema: z.ZodType<T, string>
  allowed: string
  fallback?: string
  required?: true
  secret?: true
  /** Explains an invalid value without quoting it. */
  explain?: (value: string) => string | undefined
  hides?: (value: string) => readonly string[]
}

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
const line = z
  .string()
  .regex(/^[^\p{Cc}]{1,100}$/u)
  .trim()
const [text, headerText] = [z.string().min(1), z.string().regex(/^[\t\x20-\x7e\x80-\xff]+$/)]
/** As in curl, a proxy may be written without a scheme. */
const toProxyUrl = (value: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`
const proxy = {
  schema: z.string().transform(toProxyUrl).refine(isProxyUrl),
  allowed:
    'an http(s) URL such as http://proxy.example:3128, with special characters of the password percent-encoded',
  secret: true,
  hides: (value) => passwordOfUrl(toProxyUrl(value)),
} as const satisfies Variable
const token = z.string().regex(/^[\w.~+/=-]{16,}$/)
const spaced = z.string().transform((value) => value.split(/\s+/).filter((part) => part !== ''))
const list = z.string().transform((value) => value.split(/[\s,]+/).filter((part) => part !== ''))
const hosts = list.pipe(
  z.array(z.string().regex(/^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$|^\[[0-9a-f:.]+\]$/i)),
)
const languages = z
  .string()
  .transform(toLanguageCode)
  .pipe(list)
  .pipe(z.array(Language).min(1))
  .refine((codes) => codes.length === 1 || !codes.includes('all'))
const whole = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max))
const share = z
  .string()
  .regex(/^\d*\.?\d+$/)
  .transform(Number)
  .pipe(z.number().min(0).max(1))
const cron = {
  schema: z.string().refine((value) => value === '' || value === 'off' || cronFault(value) === undefined),
  explain: cronFault,
}
/** The windows of WRITE_WINDOWS, none for `off`; undefined for an invalid value. */
const toWriteWindows = (value: string): readonly WriteWindow[] | undefined => {
  if (value === '' || value === 'off') return []
  const read = parseWriteWindows(value)
  return read.ok ? read.windows : undefined
}
const timeZone = z.string().refine((value) => /^[a-z]/i.test(value) && isTimeZone(value))

export const variables = {
  PARTNER_BASE_URL: { schema: httpUrl, allowed: 'an http(s) URL', required: true, hides: passwordOfUrl },
  PARTNER_TOKEN: { schema: headerText, allowed: 'the API token, one line', required: true, secret: true },
  PARTNER_CONCURRENCY: { schema: whole(1, 256), allowed: '1 to 256 requests', fallback: '16' },
  PARTNER_MAX_PER_SECOND: {
    schema: whole(0, 100_000),
    allowed: '0 to 100000 requests per second, 0 for no limit',
    fallback: '0',
  },
  PARTNER_TIMEOUT_SECONDS: { schema: whole(1, 600), allowed: '1 to 600 seconds', fallback: '15' },
  ASSET_TIMEOUT_SECONDS: { schema: whole(1, 3600), allowed: '1 to 3600 seconds', fallback: '60' },
  PARTNER_MAX_LANGUAGES: { schema: whole(1, 100_000), allowed: '1 to 100000 languages', fallback: '200' },
  ASSET_HOSTS: {
    schema: hosts,
    allowed: 'host names such as cdn.example or *.cdn.example',
    fallback: '',
  },
  ASSET_MAX_MEGAPIXELS: {
    schema: whole(1, 10_000),
    allowed: '1 to 10000 megapixels',
    fallback: '100',
  },
  CMS_API_ROOT: {
    schema: httpUrl,
    allowed: 'the http(s) URL of the REST root',
    required: true,
    hides: passwordOfUrl,
  },
  CMS_NAMESPACE: {
    schema: z.string().regex(/^[a-z0-9-]+\/v\d+$/),
    allowed: 'a namespace such as cms/v2 or wp/v2',
  },
  CMS_USER: { schema: text, allowed: 'a user name' },
  CMS_PASSWORD: { schema: text, allowed: 'an application password', secret: true },
  CMS_TOKEN: { schema: headerText, allowed: 'a bearer token, one line', secret: true },
  CMS_CONCURRENCY: { schema: whole(1, 32), allowed: '1 to 32 batches', fallback: '3' },
  CMS_WRITE_GRACE_SECONDS: {
    schema: whole(0, 600),
    allowed: '0 to 600 seconds',
    fallback: '10',
  },
  CMS_TIMEOUT_SECONDS: {
    schema: whole(1, 600),
    allowed: '1 to 600 seconds',
    fallback: '60',
  },
  CMS_MAX_LIST_ROWS: {
    schema: whole(1_000, 1_000_000_000),
    allowed: '1000 to 1000000000 rows',
    fallback: '2000000',
  },
  CATALOG: {
    schema: text,
    allowed: 'a file or http(s) URL (.txt, .csv or .json)',
    required: true,
    hides: secretsOfUrl,
  },
  CATALOG_TIMEOUT_SECONDS: { schema: whole(1, 600), allowed: '1 to 600 seconds', fallback: '30' },
  CATALOG_MAX_ENTRIES: {
    schema: whole(1, 100_000_000),
    allowed: '1 to 100000000 entries',
    fallback: '2000000',
  },
  LANGUAGES: {
    schema: languages,
    allowed: 'all, or a list of language codes such as de-de,en-gb',
    fallback: 'all',
  },
  SCHEDULE: { ...cron, allowed: 'a cron expression such as "0 4 * * *", or off', fallback: '0 4 * * *' },
  SCHEDULE_TZ: { schema: timeZone, allowed: 'a time zone such as Europe/Vienna', fallback: 'UTC' },
  WRITE_WINDOWS: {
    schema: z
      .string()
      .transform(toWriteWindows)
      .pipe(z.custom<readonly WriteWindow[]>((windows) => windows !== undefined)),
    allowed: 'days and hours such as "Mon-Fri 22:00-06:00; Sat,Sun 00:00-24:00", or off',
    fallback: 'off',
    explain: writeWindowsFault,
  },
  VERIFY_SCHEDULE: {
    ...cron,
    allowed: 'a cron expression such as "0 3 * * 0", or off',
    fallback: '0 3 * * 0',
  },
  CMS_TYPE: { schema: z.enum(['pages', 'posts']), allowed: 'pages or posts', fallback: 'pages' },
  PAGE_STATUS: {
    schema: z.enum(['publish', 'draft', 'pending', 'private']),
    allowed: 'publish, draft, pending or private',
    fallback: 'publish',
  },
  ON_EDIT: { schema: z.enum(['keep', 'overwrite']), allowed: 'keep or overwrite', fallback: 'keep' },
  ON_SLUG_TAKEN: {
    schema: z.enum(['report', 'adopt']),
    allowed: 'report or adopt',
    fallback: 'report',
  },
  RETIRE_TO: {
    schema: z.enum(['draft', 'trash', 'private', 'keep', 'delete', 'notice']),
    allowed: 'draft, trash, private, keep, delete or notice',
    fallback: 'draft',
  },
  RETIRE_AFTER_MISSES: { schema: whole(1, 1000), allowed: '1 to 1000 misses in a row', fallback: '3' },
  MISS_INTERVAL_HOURS: { schema: whole(0, 168), allowed: '0 to 168 hours', fallback: '20' },
  GUARD_MAX_RETIRE_SHARE: { schema: share, allowed: 'a share from 0 to 1', fallback: '0.05' },
  GUARD_MAX_CREATE_SHARE: { schema: share, allowed: 'a share from 0 to 1', fallback: '0.5' },
  GUARD_MAX_UPDATE_SHARE: { schema: share, allowed: 'a share from 0 to 1', fallback: '0.5' },
  ROOT_SLUG: {
    schema: z.string().regex(/^[a-z][a-z0-9-]*$/),
    allowed: 'a slug such as products',
    fallback: 'products',
  },
  MENU_ID: { schema: whole(1, 2 ** 31 - 1), allowed: 'a menu id, 1 or more' },
  MEDIA_CLEANUP: {
    schema: z.enum(['report', 'trash']),
    allowed: 'report or trash',
    fallback: 'report',
  },
  MEDIA_RECHECK_DAYS: {
    schema: whole(0, 365),
    allowed: '0 to 365 days, 0 for every run',
    fallback: '7',
  },
  MIRROR_ID: {
    schema: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/),
    allowed: 'up to 32 characters from a-z, 0-9 and -, not starting with -',
    fallback: 'default',
  },
  MIRRORS: { schema: text, allowed: 'a JSON file' },
  MIRROR: { schema: text, allowed: 'an id in the file MIRRORS' },
  ...redisVariables,
  REDIS_TIMEOUT_SECONDS: {
    schema: whole(1, 3600),
    allowed: '1 to 3600 seconds',
    fallback: '60',
  },
  DATA_DIR: { schema: text, allowed: 'a folder', fallback: '.data' },
  HISTORY_RUNS: { schema: whole(20, 100_000), allowed: '20 to 100000 runs', fallback: '5000' },
  HISTORY_JOBS: { schema: whole(20, 100_000), allowed: '20 to 100000 jobs', fallback: '2000' },
  MAX_OUTAGE_SECONDS: { schema: whole(0, 86_400), allowed: '0 to 86400 seconds', fallback: '900' },
  JOB_LOCK_SECONDS: {
    schema: whole(3, 300),
    allowed: '3 to 300 seconds',
    fallback: '15',
  },
  OPS_HOST: { schema: text, allowed: 'a listen address', fallback: '127.0.0.1' },
  OPS_PORT: { schema: whole(0, 65_535), allowed: 'a port, or 0 for any free port', fallback: '8080' },
  OPS_USER: { schema: text, allowed: 'a user name' },
  OPS_PASSWORD: { schema: text, allowed: 'a password', secret: true },
  OPS_READER_USER: { schema: text, allowed: 'a user name other than OPS_USER' },
  OPS_READER_PASSWORD: { schema: text, allowed: 'a password', secret: true },
  OPS_METRICS_TOKEN: { schema: token, allowed: 'a token of at least 16 characters', secret: true },
  OPS_TRUSTED_PROXY: {
    schema: list.pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
    allowed: 'IP addresses or networks such as 10.0.0.7 or 10.0.0.0/24',
    fallback: '',
  },
  OPS_USER_HEADER: {
    schema: z
      .string()
      .regex(/^[a-z][a-z0-9-]*$/i)
      .toLowerCase(),
    allowed: 'a header name such as X-Forwarded-User',
  },
  OPS_PUBLIC_URL: { schema: httpUrl, allowed: 'an http(s) URL' },
  NOTIFY_URL: {
    schema: spaced.pipe(z.array(httpUrl)),
    allowed: 'http(s) URLs, separated by spaces',
    fallback: '',
    secret: true,
    hides: (urls) => urls.split(/\s+/).flatMap(secretsOfWebhook),
  },
  NOTIFY_HEARTBEAT_URL: {
    schema: httpUrl,
    allowed: 'an http(s) URL',
    secret: true,
    hides: secretsOfWebhook,
  },
  NOTIFY_FORMAT: {
    schema: spaced.pipe(z.array(z.enum(['json', 'chat'])).min(1)),
    allowed: 'json or chat: one for all URLs, or one per URL in the same order',
    fallback: 'json',
  },
  NOTIFY_SECRET: {
    schema: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/)
      .refine(hasKeyLength),
    allowed: 'whsec_ followed by 24 to 64 random bytes in base64',
    secret: true,
    hides: secretsOfKey,
  },
  HTTPS_PROXY: proxy,
  HTTP_PROXY: proxy,
  NO_PROXY: {
    schema: list,
    allowed: 'hosts such as intranet.example, .example, 10.0.0.0/8 or *',
    fallback: '',
  },
  USER_AGENT: { schema: headerText, allowed: 'one line of text' },
  TEMPLATE: {
    schema: z.enum(templateNames),
    allowed: 'standard, datasheet, showcase or compact',
    fallback: 'standard',
  },
  TEMPLATE_DIR: { schema: text, allowed: 'a folder with page.eta, labels/ or units.json' },
  MAP: { schema: text, allowed: 'a YAML or JSON file' },
  GUARDS: { schema: text, allowed: 'a YAML or JSON file' },
  NUMBERS_WITHOUT_UNIT: {
    schema: z.enum(['hide', 'show']),
    allowed: 'hide or show',
    fallback: 'hide',
  },
  IMAGE_PLACE: {
    schema: z.enum(['featured', 'hero']),
    allowed: 'featured or hero',
    fallback: 'featured',
  },
  BANNER: {
    schema: z.enum(['hide', 'show']),
    allowed: 'hide or show',
    fallback: 'hide',
  },
  JSON_LD: {
    schema: z.enum(['auto', 'off']),
    allowed: 'auto or off',
    fallback: 'auto',
  },
  LISTING_GROUP_BY: {
    schema: z.string().regex(/^(?:catalog\.\s*[^\s\p{Cc}][^\p{Cc}]{0,99}|terms\.[\w-]+)$/u),
    allowed: 'catalog.<column> or terms.<taxonomy>',
  },
  BRAND: { schema: line, allowed: 'one line of at most 100 characters' },
  FAMILY_BY: {
    schema: z
      .string()
      .trim()
      .refine((value): value is FamilyBy | 'off' => /^(?:off|erp_id|catalog\..+)$/.test(value)),
    allowed: 'off, erp_id or a column of the catalogue such as catalog.family',
    fallback: 'off',
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    allowed: 'trace, debug, info, warn, error or silent',
    fallback: 'info',
  },
} satisfies Record<string, Variable>
