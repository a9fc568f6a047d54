import type { variables } from './variables.ts'

type Name = keyof typeof variables

/** What each variable means, for people, in the groups and the order of the documentation. */
export const meanings = {
  'The partner': {
    PARTNER_BASE_URL: 'The address of the partner’s service, without `/api/…`.',
    PARTNER_TOKEN: 'The token for its API. It is sent to no other host.',
    PARTNER_CONCURRENCY: 'Requests in flight at once, in each process.',
    PARTNER_MAX_PER_SECOND: 'The pace over all processes together.',
    ASSET_HOSTS: 'Hosts that may serve images and PDFs beside the partner’s own.',
  },
  'The CMS': {
    CMS_API_ROOT:
      'The root of its REST interface; of a stock WordPress `https://…/wp-json`, with plain permalinks `https://…/?rest_route=`.',
    CMS_NAMESPACE: 'The namespace of its pages; of a stock WordPress `wp/v2`.',
    CMS_USER: 'The user that writes the pages; it needs the role editor or administrator.',
    CMS_PASSWORD: 'An application password of that user.',
    CMS_TOKEN: 'A bearer token in place of user and password.',
    CMS_CONCURRENCY: 'Batches of 25 pages in flight at once, in each process.',
    CMS_SETTLE_SECONDS: 'How long a write whose answer was lost may still land.',
  },
  'What is mirrored': {
    CATALOG: 'The GTINs: one a line, a CSV with a column `gtin`, or JSON.',
    LANGUAGES: 'The languages, of those that the partner has.',
    CMS_TYPE:
      'What products are in the CMS. Posts stand below no page and get texts for search engines (`_seo_title`, `_seo_metadesc`, `_seo_focuskw`) when they are made; afterwards these are the editor’s. It cannot be changed for a mirror that has made some.',
    PAGE_STATUS: 'The status of new pages.',
    ROOT_SLUG: 'The slug of the page above all others.',
    MENU_ID:
      'A menu in which each language page gets an item, once: its title and place are the editor’s from then on, and one that was taken away stays away.',
    TEMPLATE_DIR: 'A folder with your own template and labels.',
  },
  'What editors and removed products mean': {
    ON_EDIT: 'What happens to what editors changed inside the mirrored part, when the partner has not.',
    ON_FOREIGN: 'A page of somebody else’s at a record’s slug is reported, or adopted with its content.',
    RETIRE_TO: 'What becomes of the page of a record that is gone.',
    RETIRE_AFTER_MISSES: 'Runs in a row that must see a record absent before its page is retired.',
    GUARD_MAX_RETIRE_SHARE: 'Above this share of the mirror (and five pages) retirements hold a run.',
    GUARD_MAX_UPDATE_SHARE: 'Above this share of the mirror (and five pages) updates hold a run.',
  },
  When: {
    SCHEDULE: 'When a run over everything starts by itself.',
    SCHEDULE_TZ: 'The time zone of both schedules.',
    VERIFY_SCHEDULE: 'When the CMS is compared with the snapshots by itself.',
  },
  'Where the state is kept': {
    REDIS_URL: 'The Redis; when unset, an embedded redis-server works under `DATA_DIR`.',
    REDIS_TIMEOUT_SECONDS:
      'How long a command waits for a Redis that was lost before it gives up; the daemon keeps trying.',
    DATA_DIR: 'Where the embedded Redis keeps its files.',
    MIRROR_ID: 'The name of this mirror: several may share a Redis, each with its own processes.',
    TAKEOVER_SECONDS: 'How long the jobs of a process that died wait for another one.',
  },
  'The dashboard and its API': {
    OPS_HOST: 'Where it listens; without a login on a loopback address only.',
    OPS_PORT: 'And on which port.',
    OPS_USER: 'The user of its login.',
    OPS_PASSWORD: 'The password of its login.',
  },
  'Telling people': {
    NOTIFY_URL: 'Who is told of trouble and of its end, see [notifications.md](notifications.md).',
    NOTIFY_FORMAT: 'In which form: for programs, or for chat webhooks.',
    NOTIFY_SECRET: 'With what notices are signed.',
    LOG_LEVEL: 'How much is logged, as JSON lines.',
  },
} as const satisfies Record<string, Partial<Record<Name, string>>>
