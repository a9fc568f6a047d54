import type { LogLevel } from '../src/lib/logger.ts'
import { readVariables, type Environment } from './read.ts'
import { variables } from './variables.ts'

/** The checked daemon configuration; times in milliseconds, shares from 0 to 1. */
export type Config = ReturnType<typeof readConfig>

/** Reads the whole configuration. Throws one ConfigError that lists every error. */
export function readConfig(env: Environment) {
  const v = readVariables(variables, env, (values) => {
    const faults: string[] = []
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
  return freeze({
    partner: {
      baseUrl: v.PARTNER_BASE_URL,
      token: v.PARTNER_TOKEN,
      concurrency: v.PARTNER_CONCURRENCY,
      maxPerSecond: v.PARTNER_MAX_PER_SECOND,
      assetHosts: v.ASSET_HOSTS,
    },
    cms: {
      apiRoot: v.CMS_API_ROOT,
      namespace: v.CMS_NAMESPACE,
      auth:
        v.CMS_TOKEN === undefined
          ? { user: v.CMS_USER ?? '', password: v.CMS_PASSWORD ?? '' }
          : { token: v.CMS_TOKEN },
      concurrency: v.CMS_CONCURRENCY,
      writeGraceMs: v.CMS_WRITE_GRACE_SECONDS * 1000,
      timeoutMs: v.CMS_TIMEOUT_SECONDS * 1000,
    },
    catalog: v.CATALOG,
    languages: v.LANGUAGES.includes('all') ? ('all' as const) : v.LANGUAGES,
    schedule: scheduleOf(v.SCHEDULE, v.SCHEDULE_TZ),
    verifySchedule: scheduleOf(v.VERIFY_SCHEDULE, v.SCHEDULE_TZ),
    jobLockMs: v.JOB_LOCK_SECONDS * 1000,
    policy: {
      cmsType: v.CMS_TYPE,
      pageStatus: v.PAGE_STATUS,
      onEdit: v.ON_EDIT,
      onSlugTaken: v.ON_SLUG_TAKEN,
      retireTo: v.RETIRE_TO,
      retireAfterMisses: v.RETIRE_AFTER_MISSES,
      maxRetireShare: v.GUARD_MAX_RETIRE_SHARE,
      maxUpdateShare: v.GUARD_MAX_UPDATE_SHARE,
      rootSlug: v.ROOT_SLUG,
      mediaCleanup: v.MEDIA_CLEANUP,
      recheckMediaMs: v.MEDIA_RECHECK_DAYS * 86_400_000,
      ...(v.MENU_ID !== undefined && { menuId: v.MENU_ID }),
    },
    ops: {
      host: v.OPS_HOST,
      port: v.OPS_PORT,
      ...(v.OPS_USER !== undefined &&
        v.OPS_PASSWORD !== undefined && { user: v.OPS_USER, password: v.OPS_PASSWORD }),
      ...(v.OPS_PUBLIC_URL !== undefined && { publicUrl: v.OPS_PUBLIC_URL.replace(/\/+$/, '') }),
    },
    notify: {
      receivers: v.NOTIFY_URL.map((url, index) => ({
        url,
        format: v.NOTIFY_FORMAT[index] ?? v.NOTIFY_FORMAT[0] ?? ('json' as const),
      })),
      secret: v.NOTIFY_SECRET,
    },
    templateDir: v.TEMPLATE_DIR,
    ...storeOf(v),
  })
}

/** Reads only the storage settings, for commands that need nothing else. */
export function readStoreConfig(env: Environment) {
  const { REDIS_URL, REDIS_TIMEOUT_SECONDS, DATA_DIR, MIRROR_ID, LOG_LEVEL } = variables
  const known = { REDIS_URL, REDIS_TIMEOUT_SECONDS, DATA_DIR, MIRROR_ID, LOG_LEVEL }
  return freeze(storeOf(readVariables(known, env)))
}

function storeOf(v: {
  REDIS_URL: string | undefined
  REDIS_TIMEOUT_SECONDS: number
  DATA_DIR: string
  MIRROR_ID: string
  LOG_LEVEL: LogLevel
}) {
  return {
    redis: { url: v.REDIS_URL, timeoutMs: v.REDIS_TIMEOUT_SECONDS * 1000, dataDir: v.DATA_DIR },
    mirrorId: v.MIRROR_ID,
    logLevel: v.LOG_LEVEL,
  }
}

function scheduleOf(cron: string, tz: string): { cron: string; tz: string } | undefined {
  return cron === '' || cron === 'off' ? undefined : { cron, tz }
}

function freeze<T extends object>(value: T): Readonly<T> {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) freeze(member)
  return Object.freeze(value)
}
