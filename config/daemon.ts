import { createWriteSchedule, type WriteWindow } from '../src/lib/time/write-windows.ts'
import type { LogLevel } from '../src/lib/logger.ts'
import type { FieldMap } from '../src/core/mapping/field-map.ts'
import { readVersion } from '../src/lib/version.ts'
import { type GroupRead, readListingGroup } from './listing-group.ts'
import { columnFaults, readGuards, type Guards, type GuardsRead } from './guards/read-guards.ts'
import { neededColumns } from '../src/core/render/family/member.ts'
import { type MapRead, readMap } from './map/read-map.ts'
import { listShortSecrets, readVariables, rememberSecretsOf, type Environment } from './read.ts'
import { reloadSecrets, listSecretFiles } from './reload-secrets.ts'
import { redisFaults, redisOf, redisVariables } from './redis.ts'
import { variables } from './variables.ts'

/** The checked daemon configuration; times in milliseconds, shares from 0 to 1. */
export type Config = ReturnType<typeof readConfig>

/** Reads the whole configuration. Throws one ConfigError that lists every error. */
export function readConfig(env: Environment) {
  rememberSecretsOf(variables, env)
  let map: FieldMap | undefined
  let guards: Guards = {}
  let listing: GroupRead = { faults: [] }
  const v = readVariables(variables, env, (values) => {
    const read = readMapOf(env, values)
    map = read.map
    const ofGuards = readGuardsOf(env, values)
    guards = ofGuards.guards ?? {}
    const familyBy = values.FAMILY_BY === 'off' ? undefined : values.FAMILY_BY
    const columns = neededColumns(map, familyBy)
    const ofColumns = read.faults.length > 0 ? [] : columnFaults(guards, columns)
    const codes = values.LANGUAGES ?? ['all']
    listing = readListingGroup(values.LISTING_GROUP_BY, {
      map,
      languages: codes.includes('all') ? 'all' : codes,
    })
    const faults = [
      ...opsFaults(values),
      ...publicUrlFaults(values.OPS_PUBLIC_URL),
      ...redisFaults(values),
      ...read.faults,
      ...ofGuards.faults,
      ...ofColumns.map((fault) => `GUARDS: ${values.GUARDS}: ${fault}`),
      ...listing.faults,
    ]
    if (
      values.CMS_TOKEN === undefined &&
      (values.CMS_USER === undefined || values.CMS_PASSWORD === undefined)
    ) {
      faults.push('CMS_USER and CMS_PASSWORD are not both set. Set both, or CMS_TOKEN.')
    }
    if ((values.OPS_USER === undefined) !== (values.OPS_PASSWORD === undefined)) {
      faults.push('OPS_USER and OPS_PASSWORD are not both set. Set both, or neither (loopback only).')
    }
    const [urls, formats] = [values.NOTIFY_URL?.length ?? 0, values.NOTIFY_FORMAT?.length ?? 1]
    if (formats > 1 && formats !== urls) {
      faults.push(
        `NOTIFY_FORMAT has ${formats} entries, NOTIFY_URL has ${urls}. Allowed: one format for all URLs, or one per URL.`,
      )
    }
    return faults
  })
  const secrets = reloadSecrets(v, env)
  const namedMirror = v.MIRRORS === undefined ? undefined : v.MIRROR_ID
  const publicUrl = v.OPS_PUBLIC_URL?.replace(/\/+$/, '')
  return freeze({
    secrets: { files: listSecretFiles(env), short: listShortSecrets(variables, env) },
    partner: {
      baseUrl: v.PARTNER_BASE_URL,
      get token() {
        return secrets.PARTNER_TOKEN()
      },
      concurrency: v.PARTNER_CONCURRENCY,
      maxPerSecond: v.PARTNER_MAX_PER_SECOND,
      timeoutMs: v.PARTNER_TIMEOUT_SECONDS * 1000,
      assetTimeoutMs: v.ASSET_TIMEOUT_SECONDS * 1000,
      maxLanguages: v.PARTNER_MAX_LANGUAGES,
      assetHosts: v.ASSET_HOSTS,
      maxAssetPixels: v.ASSET_MAX_MEGAPIXELS * 1_000_000,
    },
    cms: {
      apiRoot: v.CMS_API_ROOT,
      namespace: v.CMS_NAMESPACE,
      get auth() {
        const token = secrets.CMS_TOKEN()
        return Object.freeze(
          token === undefined
            ? { user: v.CMS_USER ?? '', password: secrets.CMS_PASSWORD() ?? '' }
            : { token },
        )
      },
      concurrency: v.CMS_CONCURRENCY,
      writeGraceMs: v.CMS_WRITE_GRACE_SECONDS * 1000,
      timeoutMs: v.CMS_TIMEOUT_SECONDS * 1000,
      maxListRows: v.CMS_MAX_LIST_ROWS,
    },
    catalog: v.CATALOG,
    catalogMaxEntries: v.CATALOG_MAX_ENTRIES,
    catalogTimeoutMs: v.CATALOG_TIMEOUT_SECONDS * 1000,
    languages: v.LANGUAGES.includes('all') ? ('all' as const) : v.LANGUAGES,
    schedule: scheduleOf(v.SCHEDULE, v.SCHEDULE_TZ),
    verifySchedule: scheduleOf(v.VERIFY_SCHEDULE, v.SCHEDULE_TZ),
    maxOutageMs: v.MAX_OUTAGE_SECONDS * 1000,
    history: { runs: v.HISTORY_RUNS, jobs: v.HISTORY_JOBS },
    jobLockMs: v.JOB_LOCK_SECONDS * 1000,
    policy: {
      cmsType: map?.type ?? v.CMS_TYPE,
      pageStatus: v.PAGE_STATUS,
      onEdit: v.ON_EDIT,
      onSlugTaken: v.ON_SLUG_TAKEN,
      retireTo: v.RETIRE_TO,
      retireAfterMisses: v.RETIRE_AFTER_MISSES,
      missIntervalMs: v.MISS_INTERVAL_HOURS * 3_600_000,
      maxRetireShare: v.GUARD_MAX_RETIRE_SHARE,
      maxCreateShare: v.GUARD_MAX_CREATE_SHARE,
      maxUpdateShare: v.GUARD_MAX_UPDATE_SHARE,
      rootSlug: v.ROOT_SLUG,
      mediaCleanup: v.MEDIA_CLEANUP,
      recheckMediaMs: v.MEDIA_RECHECK_DAYS * 86_400_000,
      ...(v.MENU_ID !== undefined && { menuId: v.MENU_ID }),
      ...(listing.group && { listingGroup: listing.group }),
    },
    ops: {
      host: v.OPS_HOST,
      port: v.OPS_PORT,
      user: v.OPS_USER,
      get password() {
        return secrets.OPS_PASSWORD()
      },
      readerUser: v.OPS_READER_USER,
      get readerPassword() {
        return secrets.OPS_READER_PASSWORD()
      },
      get metricsToken() {
        return secrets.OPS_METRICS_TOKEN()
      },
      trustedProxies: v.OPS_TRUSTED_PROXY,
      userHeader: v.OPS_USER_HEADER,
      publicUrl,
      /** Times on the dashboard are in the zone of the schedules. */
      timeZone: v.SCHEDULE_TZ,
    },
    notify: {
      receivers: v.NOTIFY_URL.map((url, index) => ({
        url,
        format: v.NOTIFY_FORMAT[index] ?? v.NOTIFY_FORMAT[0] ?? ('json' as const),
      })),
      heartbeatUrl: v.NOTIFY_HEARTBEAT_URL,
      secret: v.NOTIFY_SECRET,
      /** The address of the mirror's pages in the dashboard. */
      dashboardUrl: publicUrl && publicUrl + (namedMirror === undefined ? '' : mirrorPath(namedMirror)),
    },
    network: {
      httpProxy: v.HTTP_PROXY,
      httpsProxy: v.HTTPS_PROXY,
      noProxy: v.NO_PROXY,
      userAgent: v.USER_AGENT ?? `product-mirror/${readVersion()}`,
    },
    template: v.TEMPLATE,
    templateDir: v.TEMPLATE_DIR,
    /** The fields of product pages beyond the mirrored block. */
    map,
    /** The rules for values, without the defaults. */
    guards,
    page: {
      numbersWithoutUnit: v.NUMBERS_WITHOUT_UNIT,
      imagePlace: v.IMAGE_PLACE,
      banner: v.BANNER,
      jsonLd: v.JSON_LD,
      brand: v.BRAND ?? '',
      familyBy: v.FAMILY_BY === 'off' ? undefined : v.FAMILY_BY,
    },
    /** The id of one of several mirrors, which its commands must name. */
    namedMirror,
    ...storeOf(v),
  })
}

/** Reads only the storage settings, for commands that require nothing else. */
export function readStoreConfig(env: Environment) {
  rememberSecretsOf(variables, env)
  const { REDIS_TIMEOUT_SECONDS, DATA_DIR, MIRROR_ID, LOG_LEVEL, SCHEDULE_TZ, WRITE_WINDOWS } = variables
  const known = {
    ...redisVariables,
    REDIS_TIMEOUT_SECONDS,
    DATA_DIR,
    MIRROR_ID,
    LOG_LEVEL,
    SCHEDULE_TZ,
    WRITE_WINDOWS,
  }
  return freeze(storeOf(readVariables(known, env, redisFaults)))
}

/** The path of one of several mirrors in the dashboard. */
export function mirrorPath(id: string): string {
  return `/m/${id}`
}

function readGuardsOf(env: Environment, { GUARDS }: { GUARDS?: string | undefined }): GuardsRead {
  if ((env['GUARDS'] ?? '') === '' && (env['GUARDS_FILE'] ?? '') !== '')
    return { faults: ['GUARDS_FILE is set, but GUARDS itself is the name of the file. Set GUARDS instead.'] }
  return GUARDS === undefined ? { faults: [] } : readGuards(GUARDS)
}

function readMapOf(
  env: Environment,
  {
    MAP,
    CMS_TYPE = 'pages',
    PAGE_STATUS,
  }: { MAP?: string | undefined; CMS_TYPE?: string; PAGE_STATUS?: string },
): MapRead {
  if ((env['MAP'] ?? '') === '' && (env['MAP_FILE'] ?? '') !== '')
    return { faults: ['MAP_FILE is set, but MAP itself is the name of the file. Set MAP instead.'] }
  const read = MAP === undefined ? { faults: [] } : readMap(MAP)
  const { type = CMS_TYPE } = read.map ?? {}
  if ((env['CMS_TYPE'] ?? '') !== '' && type !== CMS_TYPE)
    return { faults: [`MAP: ${MAP}: type is ${type}, and CMS_TYPE is ${CMS_TYPE}. Unset CMS_TYPE.`] }
  if (read.map?.publishIf !== undefined && PAGE_STATUS === 'draft')
    return {
      faults: [
        `MAP: ${MAP}: publish_if has no effect with PAGE_STATUS=draft, because all pages stay drafts. Unset PAGE_STATUS, or remove publish_if.`,
      ],
    }
  return read
}

function opsFaults(v: {
  OPS_USER?: string | undefined
  OPS_READER_USER?: string | undefined
  OPS_READER_PASSWORD?: string | undefined
  OPS_TRUSTED_PROXY?: readonly string[]
  OPS_USER_HEADER?: string | undefined
}): string[] {
  const faults: string[] = []
  if ((v.OPS_READER_USER === undefined) !== (v.OPS_READER_PASSWORD === undefined))
    faults.push('OPS_READER_USER and OPS_READER_PASSWORD are not both set. Set both, or neither.')
  if (v.OPS_READER_USER !== undefined && v.OPS_USER === undefined)
    faults.push(
      'OPS_READER_USER is set, but OPS_USER is not: without it, anyone may act. Set OPS_USER and OPS_PASSWORD.',
    )
  if (v.OPS_READER_USER !== undefined && v.OPS_READER_USER === v.OPS_USER)
    faults.push('OPS_READER_USER and OPS_USER have the same value. Give the reader another name.')
  if (v.OPS_USER_HEADER !== undefined && (v.OPS_TRUSTED_PROXY ?? []).length === 0)
    faults.push(
      'OPS_USER_HEADER is set, but OPS_TRUSTED_PROXY is not: any client could send this header. Set OPS_TRUSTED_PROXY to the address of the proxy.',
    )
  return faults
}

/** The links of the dashboard start with the path of its public URL. */
function publicUrlFaults(publicUrl: string | undefined): string[] {
  if (publicUrl === undefined) return []
  const { pathname, search, hash } = new URL(publicUrl)
  if (search === '' && hash === '' && /^[\w.~/-]*$/.test(pathname) && !pathname.includes('//')) return []
  return [
    `OPS_PUBLIC_URL is ${publicUrl}. Allowed: an http(s) URL without ? and #, whose path has only letters, digits and -._~, such as https://ops.example/mirror.`,
  ]
}

function storeOf(
  v: Parameters<typeof redisOf>[0] & {
    REDIS_TIMEOUT_SECONDS: number
    DATA_DIR: string
    MIRROR_ID: string
    LOG_LEVEL: LogLevel
    SCHEDULE_TZ: string
    WRITE_WINDOWS: readonly WriteWindow[]
  },
) {
  return {
    redis: { ...redisOf(v), timeoutMs: v.REDIS_TIMEOUT_SECONDS * 1000, dataDir: v.DATA_DIR },
    mirrorId: v.MIRROR_ID,
    logLevel: v.LOG_LEVEL,
    timeZone: v.SCHEDULE_TZ,
    /** When writes to the CMS are allowed; undefined: always. */
    writeSchedule:
      v.WRITE_WINDOWS.length === 0 ? undefined : createWriteSchedule(v.WRITE_WINDOWS, v.SCHEDULE_TZ),
    writeWindows: v.WRITE_WINDOWS,
  }
}

function scheduleOf(cron: string, tz: string): { cron: string; tz: string } | undefined {
  return cron === '' || cron === 'off' ? undefined : { cron, tz }
}

function freeze<T extends object>(value: T): Readonly<T> {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) freeze(member)
  return Object.freeze(value)
}
