import type { variables } from './variables.ts'

type Name = keyof typeof variables

/** The meaning of each variable, in the groups and the order of the documentation. */
export const variableDocs = {
  Partner: {
    PARTNER_BASE_URL:
      'Base URL of the partner’s service, without `/api/…`. Relative file URLs are resolved against `…/api/partner/v1/`.',
    PARTNER_TOKEN: 'API token. It is not sent to other hosts.',
    PARTNER_CONCURRENCY: 'Concurrent requests per process.',
    PARTNER_MAX_PER_SECOND: 'Request rate limit, shared by all processes.',
    PARTNER_TIMEOUT_SECONDS: 'Time limit of one request for a record or the language list.',
    ASSET_TIMEOUT_SECONDS: 'Time limit of one image or PDF.',
    PARTNER_MAX_LANGUAGES: 'Longest language list that is accepted from the partner.',
    ASSET_HOSTS: 'Additional hosts that may serve images and PDFs.',
    ASSET_MAX_MEGAPIXELS: 'Largest image that is uploaded, all of its frames together.',
  },
  CMS: {
    CMS_API_ROOT:
      'REST root. Stock WordPress: `https://…/wp-json`; with plain permalinks: `https://…/?rest_route=`.',
    CMS_NAMESPACE:
      'REST namespace of the pages. Default: `wp/v2` if the CMS’s index lists it but not `cms/v2`, otherwise `cms/v2`.',
    CMS_USER: 'CMS user that writes the pages, with the role editor or administrator.',
    CMS_PASSWORD: 'Application password of that user.',
    CMS_TOKEN: 'Bearer token, instead of user and password.',
    CMS_CONCURRENCY:
      'Concurrent batches of 25 pages, or uploads, per process. The number is lowered while they fail.',
    CMS_WRITE_GRACE_SECONDS:
      'Write grace period: how long a write with a lost reply may still land. Until then it is not repeated.',
    CMS_TIMEOUT_SECONDS: 'Time limit of one request. A slower batch of pages is halved.',
    CMS_MAX_LIST_ROWS: 'Longest list of pages or files that is read.',
  },
  'Mirrored content': {
    CATALOG:
      'List of GTINs: text with one per line, a table (CSV) with a `gtin`, `ean` or `barcode` column, or JSON, optionally with gzip. The format is detected from the content.',
    CATALOG_TIMEOUT_SECONDS: 'Time limit of the catalogue’s download.',
    CATALOG_MAX_ENTRIES: 'Longest catalogue that is accepted, with at most 64 bytes per entry.',
    LANGUAGES: 'Languages to mirror, if the partner offers them.',
    CMS_TYPE:
      'Content type of products. Posts have no parent page, and are created with SEO fields (`_seo_title`, `_seo_metadesc`, `_seo_focuskw`), which then belong to the editor. A [field map](field-map.md#post-type) may name another post type. The type cannot change once products exist.',
    PAGE_STATUS: 'Status of new pages.',
    ROOT_SLUG: 'Slug of the root page.',
    MENU_ID:
      'Menu that gets an item for each language page. Items are created once; editors may rename, move or remove them.',
    MEDIA_CLEANUP:
      'Whether [unused files](operating.md#unused-files) are only listed, or moved to the trash, at most 50 per run.',
    MEDIA_RECHECK_DAYS: 'Number of days in which full runs request every known file again.',
    TEMPLATE: 'Built-in [page template](templates.md#built-in-templates).',
    TEMPLATE_DIR: 'Folder with your own [template, labels or units](templates.md).',
    MAP: 'File with the [field map](field-map.md): which of the partner’s data is written to title, excerpt, meta fields, ACF fields and terms of product pages.',
    NUMBERS_WITHOUT_UNIT:
      'Whether pages show dimensions and weights without a unit. A [unit](templates.md#units) from the partner or from `units.json` is always shown.',
    IMAGE_PLACE:
      'Place of the product’s [image](templates.md#the-image): only the page’s featured image, or also next to the key facts.',
    BANNER:
      'Whether pages show the partner’s [banner](templates.md#the-banner), a wide image with the product’s name.',
    JSON_LD:
      'Whether product pages contain [data for search engines](wordpress.md#search-engines). `auto`: if the CMS user may write scripts (`unfiltered_html`).',
    LISTING_GROUP_BY:
      'Column of the catalogue (`catalog.<column>`) or taxonomy of the map (`terms.<taxonomy>`) by which [listings](templates.md#listings) group products.',
    BRAND: 'Brand of all products in this data. The partner’s interface has none.',
    FAMILY_BY:
      'Field that the sizes of a product share. Their pages link to each other as [other sizes](templates.md#other-sizes).',
  },
  'Edits, retirement and guards': {
    ON_EDIT:
      'Whether an update keeps or overwrites edits of the mirrored content. `overwrite` keeps styling and hiding and, while the product is unchanged, every part that the update does not change.',
    ON_SLUG_TAKEN:
      'Whether a page with a record’s slug that is not ours is reported, or adopted with its content.',
    RETIRE_TO:
      'How to [withdraw the page](operating.md#retired-pages) of a removed product. With `notice`, it stays public with a notice.',
    RETIRE_AFTER_MISSES:
      'Misses in a row before a page is retired. A record is missed if the partner, the catalogue or the partner’s language list no longer has it.',
    MISS_INTERVAL_HOURS:
      'Minimum time between two misses of a record, so that one bad night is one miss. 0: each run counts.',
    GUARD_MAX_RETIRE_SHARE:
      'A run that would retire a larger share of the mirror, or publish as many retired pages again, and more than five pages, is held.',
    GUARD_MAX_CREATE_SHARE:
      'A run that would create more pages than this share of a mirror of at least 100 pages is held.',
    GUARD_MAX_UPDATE_SHARE:
      'A run that would update a larger share of the mirror, and more than five pages, is held.',
    GUARDS:
      'File with [rules for values](guards.md), such as the most by which a price may drop. The defaults apply without it.',
  },
  Schedule: {
    SCHEDULE: 'Start times of full syncs.',
    SCHEDULE_TZ: 'Time zone of both schedules, of `WRITE_WINDOWS`, and of times on the dashboard.',
    WRITE_WINDOWS:
      'When the mirror may [write to the CMS](operating.md#write-windows-and-pauses). Without windows: always.',
    VERIFY_SCHEDULE: 'Start times of verify runs.',
  },
  'Storage and processes': {
    REDIS_URL:
      '`redis://host:6379`, `redis+cluster://host:port,host:port`, `redis+sentinel://host:port,host:port/NAME` with the name of the primary, or `unix:///path`. With TLS: `rediss…`. User and password precede the host, and a database (`/1`) is at the end; a cluster has no database. Without REDIS_URL, an embedded redis-server runs in `DATA_DIR`.',
    REDIS_SENTINEL_PASSWORD:
      'Password of the Sentinels, if they require one. The password of Redis is part of REDIS_URL.',
    REDIS_TLS_CA: 'CA that signed the certificates of Redis, unless it is a public one.',
    REDIS_TLS_CERT: 'Client certificate, if Redis requires one.',
    REDIS_TLS_KEY: 'Private key of that certificate.',
    REDIS_TIMEOUT_SECONDS: 'How long a command waits for an unavailable Redis. The daemon keeps trying.',
    DATA_DIR: 'Folder of the embedded Redis.',
    HISTORY_RUNS:
      'Number of runs that are kept, with the outcomes and the undo data of their records. Runs older than 90 days are deleted, except for the newest 20.',
    HISTORY_JOBS:
      'Completed jobs that each queue keeps for the Queues page, for a day at most; that of uploads keeps at most 100.',
    MIRROR_ID: 'Name of this mirror. Mirrors with different names may share a Redis.',
    MAX_OUTAGE_SECONDS:
      'How long a run waits for a partner or CMS that is down, before its requests fail. A run that has written nothing does not wait for a service that has been down since the run started.',
    MIRRORS:
      'File with the settings of [several mirrors](operating.md#several-mirrors) that one process runs.',
    MIRROR: 'With `MIRRORS`, the mirror of a command; `--mirror` takes precedence.',
    JOB_LOCK_SECONDS: 'How long after the death of a process another one continues its jobs.',
  },
  'Dashboard and API': {
    OPS_HOST: 'Listen address. Without a login, only loopback is allowed.',
    OPS_PORT: 'Listen port.',
    OPS_USER: 'User of the login.',
    OPS_PASSWORD: 'Password of that user.',
    OPS_READER_USER: 'User that may read, but not act.',
    OPS_READER_PASSWORD: 'Password of that user.',
    OPS_METRICS_TOKEN: 'Bearer token that gives access to `/metrics` only.',
    OPS_TRUSTED_PROXY:
      '[Reverse proxies](security.md#a-reverse-proxy-with-single-sign-on) whose `X-Forwarded-…` headers and `OPS_USER_HEADER` are trusted.',
    OPS_USER_HEADER:
      'Header with the user that a trusted proxy has logged in, who needs no other login. The proxy must remove this header from the requests of clients.',
    OPS_PUBLIC_URL:
      'Address of the dashboard for its users, with its [path at a proxy](operating.md#below-a-path). Notices link to it.',
  },
  'Company network': {
    HTTPS_PROXY:
      '[Proxy](operating.md#behind-a-company-proxy) for all `https://` URLs. It may contain `user:password@`.',
    HTTP_PROXY: 'Proxy for all `http://` URLs.',
    NO_PROXY:
      'Hosts that are reached directly: `host` with its subdomains, `host:port`, an IP address, a network such as `10.0.0.0/8`, or `*`.',
    USER_AGENT:
      'User-Agent header, for firewalls that allow only certain names. Default: `product-mirror/` and the version.',
  },
  'Notices and logs': {
    NOTIFY_URL: 'Webhooks that receive [notices](notifications.md).',
    NOTIFY_HEARTBEAT_URL:
      'URL that receives [a request after each successful run](notifications.md#heartbeat), for a monitor that alerts without one.',
    NOTIFY_FORMAT: '`json` for programs, `chat` for chat webhooks.',
    NOTIFY_SECRET: 'Key that signs notices.',
    LOG_LEVEL: 'Least severe level to log.',
  },
} as const satisfies Record<string, Partial<Record<Name, string>>>
