import type { Config } from './daemon.ts'

/** The settings that all processes of a mirror should share, by variable; includes secrets. */
export type ComparedSettings = Record<'upstreams' | 'policy', Record<string, string>>

/**
 * `upstreams`: the services of a run; two processes with different ones must not share a run. `policy`: the
 * content that it writes.
 */
export function comparedSettings({
  partner,
  cms,
  catalog,
  languages,
  policy,
  template,
  templateDir,
  map,
  guards,
  page,
  timeZone,
  writeWindows,
}: Omit<Config, 'maxOutageMs'>): ComparedSettings {
  const { auth } = cms
  return {
    upstreams: {
      PARTNER_BASE_URL: partner.baseUrl,
      PARTNER_TOKEN: partner.token,
      CMS_API_ROOT: cms.apiRoot,
      CMS_NAMESPACE: cms.namespace ?? 'cms/v2',
      ...('token' in auth ? { CMS_TOKEN: auth.token } : { CMS_USER: auth.user, CMS_PASSWORD: auth.password }),
      ROOT_SLUG: policy.rootSlug,
    },
    policy: {
      WRITE_WINDOWS: JSON.stringify(writeWindows),
      ...(writeWindows.length > 0 && { SCHEDULE_TZ: timeZone }),
      CATALOG: catalog,
      LANGUAGES: String(languages),
      PAGE_STATUS: policy.pageStatus,
      ON_EDIT: policy.onEdit,
      ON_SLUG_TAKEN: policy.onSlugTaken,
      RETIRE_TO: policy.retireTo,
      RETIRE_AFTER_MISSES: String(policy.retireAfterMisses),
      MISS_INTERVAL_HOURS: String(policy.missIntervalMs / 3_600_000),
      GUARD_MAX_RETIRE_SHARE: String(policy.maxRetireShare),
      GUARD_MAX_CREATE_SHARE: String(policy.maxCreateShare),
      GUARD_MAX_UPDATE_SHARE: String(policy.maxUpdateShare),
      GUARDS: JSON.stringify(guards),
      MENU_ID: String(policy.menuId),
      TEMPLATE: template,
      TEMPLATE_DIR: String(templateDir),
      MAP: JSON.stringify(map ?? null),
      NUMBERS_WITHOUT_UNIT: page.numbersWithoutUnit,
      IMAGE_PLACE: page.imagePlace,
      BANNER: page.banner,
      JSON_LD: page.jsonLd,
      BRAND: page.brand,
      FAMILY_BY: page.familyBy ?? 'off',
      LISTING_GROUP_BY: JSON.stringify(policy.listingGroup ?? null),
    },
  }
}
