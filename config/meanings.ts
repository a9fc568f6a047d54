import type { variables } from './variables.ts'

type Name = keyof typeof variables

/** The meaning of each variable, in the groups and the order of the documentation. */
export const meanings = {
  Partner: {
    PARTNER_BASE_URL:
      'Base URL of the partner’s service, without `/api/…`. Relative file URLs are resolved like links on a page there: `/media/a.jpg` from its host, `a.jpg` from `…/api/partner/v1/`.',
    PARTNER_TOKEN: 'API token. It is not sent to other hosts.',
    PARTNER_CONCURRENCY: 'Concurrent requests per process.',
    PARTNER_MAX_PER_SECOND: 'Request rate limit, shared by all processes.',
    PARTNER_TIMEOUT_SECONDS: 'Time limit of one request for a record or the language list.',
    ASSET_TIMEOUT_SECONDS: 'Time limit of one image or PDF.',
    PARTNER_MAX_LANGUAGES: 'Longest language list that is accepted from the partner.',
    ASSET_HOSTS: 'Additional hosts that may serve images and PDFs.',
    ASSET_MAX_MEGAPIXELS: 'Images with more megapixels in all of their frames together are not uploaded.',
  },
  CMS: {
    CMS_API_ROOT:
      'REST root. Stock WordPress: `https://…/wp-json`; with plain permalinks: `https://…/?rest_route=`.',
    CMS_NAMESPACE: 'REST namespace of the pages. Stock WordPress: `wp/v2`.',
    CMS_USER: 'CMS user that writes the pages. It needs the role editor or administrator.',
    CMS_PASSWORD: 'Application password of that user.',
    CMS_TOKEN: 'Bearer token, instead of user and password.',
    CMS_CONCURRENCY:
      'Concurrent batches of 25 pages, or uploads, per process. The number is lowered temporarily when they fail.',
    CMS_WRITE_GRACE_SECONDS:
      'Write grace period: how long a write with a lost reply may still land. Until then it is not repeated.',
    CMS_TIMEOUT_SECONDS: 'Time limit of one request. A batch of pages that takes longer is halved.',
    CMS_MAX_LIST_ROWS: 'Longest list of pages or files that is read from the CMS.',
  },
  'Mirrored content': {
    CATALOG:
      'List of GTINs: text with one per line, a table (CSV) with a `gtin`, `ean` or `barcode` column, or JSON; gzip is accepted. The format is detected from the content, not from the name.',
    CATALOG_TIMEOUT_SECONDS: 'Time limit of the catalogue’s download.',
    CATALOG_MAX_ENTRIES:
      'Longest catalogue that is accepted. Its size is limited to 64 bytes for each entry.',
    LANGUAGES: 'Languages to mirror, out of those that the partner offers.',
    CMS_TYPE:
      'Content type of products. Posts have no parent page. They are created with SEO fields (`_seo_title`, `_seo_metadesc`, `_seo_focuskw`), which then belong to the editor. The type cannot change once the mirror has created products.',
    PAGE_STATUS: 'Status of new pages.',
    ROOT_SLUG: 'Slug of the root page.',
    MENU_ID:
      'Menu that gets one item for each language page. Each item is created once; its title and position then belong to the editor. Removed items stay removed.',
    MEDIA_CLEANUP:
      'Whether files that no page shows any more are only listed, or moved to the trash of the media library, at most 50 per run. See [operating.md](operating.md#unused-files).',
    MEDIA_RECHECK_DAYS:
      'Number of days in which every known file is requested again, a part of them in each full run.',
    TEMPLATE_DIR: 'Folder with your own template, labels or units. See [templates.md](templates.md).',
  },
  'Edits, retirement and guards': {
    ON_EDIT:
      'Whether an update keeps or overwrites edits of the mirrored content. Even `overwrite` keeps styling and hiding. While the product is unchanged, it overwrites only the parts that the update changes.',
    ON_SLUG_TAKEN:
      'How to treat a page that is not ours but has a record’s slug: report it, or adopt it and keep its content.',
    RETIRE_TO: 'How to withdraw the page of a removed product.',
    RETIRE_AFTER_MISSES:
      'Consecutive misses of a record before its page is retired. A record is missed if it is absent at the partner, no longer in the catalogue, or in a language that the partner no longer lists.',
    MISS_INTERVAL_HOURS:
      'Minimum time between two misses of a record, so that one bad night is one miss, however many runs it has. 0: each run counts.',
    GUARD_MAX_RETIRE_SHARE:
      'A run is held if it would retire more than this share of the mirror, and more than five pages.',
    GUARD_MAX_UPDATE_SHARE:
      'A run is held if it would update more than this share of the mirror, and more than five pages.',
  },
  Schedule: {
    SCHEDULE: 'Start times of full syncs.',
    SCHEDULE_TZ: 'Time zone of both schedules.',
    VERIFY_SCHEDULE: 'Start times of verify runs, which compare the CMS with the snapshots.',
  },
  'Storage and processes': {
    REDIS_URL:
      'Redis to use: `redis://host:6379`, `redis+cluster://host:port,host:port`, `redis+sentinel://host:port,host:port/NAME` with the name of the primary, or `unix:///path`. With TLS: `rediss://`, `rediss+cluster://`, `rediss+sentinel://`. User and password precede the host, and a database (`/1`) is at the end; a cluster has no database. Without REDIS_URL, an embedded redis-server runs in `DATA_DIR`.',
    REDIS_SENTINEL_PASSWORD:
      'Password of the Sentinels, if they require one. The password of Redis is part of REDIS_URL.',
    REDIS_TLS_CA: 'File with the CA that signed the certificates of Redis, unless it is a public one.',
    REDIS_TLS_CERT: 'File with the client certificate of this process, if Redis requires one.',
    REDIS_TLS_KEY: 'File with the private key of that certificate.',
    REDIS_TIMEOUT_SECONDS:
      'How long a command waits for an unavailable Redis before it gives up. The daemon keeps trying.',
    DATA_DIR: 'Folder of the embedded Redis.',
    HISTORY_RUNS:
      'Number of runs that are kept, with the outcomes and the undo data of their records. Runs older than 90 days are always deleted, except for the newest 20.',
    HISTORY_JOBS: 'Number of completed jobs that each queue keeps for the Queues page, for a day at most.',
    MIRROR_ID: 'Name of this mirror. Mirrors with different names may share a Redis.',
    MAX_OUTAGE_SECONDS:
      'How long a run waits for a partner or CMS that is down. After that, its requests fail. A run that has written nothing does not wait for a service that has been down since the run started.',
    MIRRORS:
      'File with several mirrors that one process runs, each with its own settings. See [operating.md](operating.md#several-mirrors).',
    MIRROR: 'With `MIRRORS`, the mirror of a command; `--mirror` takes precedence.',
    JOB_LOCK_SECONDS:
      'How long a job stays locked after its process died. After that, another process continues it.',
  },
  'Dashboard and API': {
    OPS_HOST: 'Listen address. Without a login, only loopback is allowed.',
    OPS_PORT: 'Listen port.',
    OPS_USER: 'Login user.',
    OPS_PASSWORD: 'Login password.',
    OPS_READER_USER: 'User that may read, but not act.',
    OPS_READER_PASSWORD: 'Password of that user.',
    OPS_METRICS_TOKEN: 'Bearer token that gives access to `/metrics` only, in addition to the logins.',
    OPS_TRUSTED_PROXY:
      'Reverse proxies whose `X-Forwarded-…` headers and `OPS_USER_HEADER` are trusted. See [security.md](security.md).',
    OPS_USER_HEADER:
      'Header in which a trusted proxy sends the user that it has logged in. That user needs no other login. The proxy must remove this header from the requests of clients.',
    OPS_PUBLIC_URL: 'Address of the dashboard for its users; notices link to it.',
  },
  'Company network': {
    HTTPS_PROXY:
      'Proxy for `https://` URLs of the partner, its files, the CMS, the catalogue and webhooks. It may contain `user:password@`. See [operating.md](operating.md#behind-a-company-proxy).',
    HTTP_PROXY: 'Proxy for `http://` URLs.',
    NO_PROXY:
      'Hosts that are reached directly: `host` (includes its subdomains), `host:port`, an IP address, a network such as `10.0.0.0/8`, or `*`.',
    USER_AGENT:
      'User-Agent header of all requests, for firewalls that allow only certain names. Default: `product-mirror/` and the version.',
  },
  'Notices and logs': {
    NOTIFY_URL:
      'Webhooks that receive a notice when a problem starts or ends. See [notifications.md](notifications.md).',
    NOTIFY_FORMAT: 'Notice format: `json` for programs, `chat` for chat webhooks.',
    NOTIFY_SECRET: 'Key that signs notices.',
    LOG_LEVEL: 'Least severe level to log.',
  },
} as const satisfies Record<string, Partial<Record<Name, string>>>
