import { maxBatchRequests } from '../../src/contracts/cms/batch.ts'

/** A measured cost, with its unit and its source. */
export type Cost = { value: number; unit: string; what: string; source: string }

const bench = '`npm run bench`'
const scale = '`npm run bench -- scale 200000`'
const real = 'WordPress 7.1 (nginx, php-fpm)'
const code = 'by construction'

/** The measured costs from which the figures of docs/scale.md are computed: two quiet cores, November 2026. */
export const costs = {
  read: {
    value: 0.09,
    unit: 'ms',
    what: 'one process, a record that did not change',
    source: `second run of 200,000 records in 18.8 s; ${scale}`,
  },
  write: {
    value: 1.09,
    unit: 'ms',
    what: 'one process, a record whose page is written',
    source: `first sync of 200,000 records in 218 s; ${scale}`,
  },
  pageOfCms: {
    value: 1000 / 268,
    unit: 'ms',
    what: 'the CMS, a page that is created',
    source: `first sync of 1,000 pages at 268 pages/s, files there already; ${real}`,
  },
  fileOfCms: {
    value: 87_000 / 1_972,
    unit: 'ms',
    what: 'the CMS, a file that is uploaded',
    source: `1,972 uploads in 87 s of a first sync; ${real}`,
  },
  stored: {
    value: 5_950,
    unit: 'bytes',
    what: 'Redis, a record with two files',
    source: '20,000 records, after a first sync; `npm run bench -- scale 20000 --files`',
  },
  planned: {
    value: 1_600,
    unit: 'bytes',
    what: 'Redis, a record in the plan of a run, until the run has ended',
    source: 'a product of 3.9 KB of JSON, compressed, in a hash of 100,000; Redis 7.0',
  },
  queued: {
    value: 30,
    unit: 'bytes',
    what: 'Redis, a record in a chunk that is queued',
    source: '1.5 KB for a job with 50 GTINs; BullMQ 6.7, Redis 7.0',
  },
  daemon: {
    value: ((381 - 319) * 1_000_000) / (200_000 - 10_000),
    unit: 'bytes',
    what: 'one process, its memory for each record of a first sync',
    source: `319 MB after 10,000 records, 381 MB after 200,000: the first 320 MB are not counted; ${scale}`,
  },
  gain: {
    value: 1.9,
    unit: 'times',
    what: 'two processes, their speed relative to one',
    source: `a second run with the partner at 50 ms; ${bench}`,
  },
  batch: { value: maxBatchRequests, unit: 'pages', what: 'the CMS, pages in a batch', source: code },
  list: { value: 100, unit: 'pages', what: 'the CMS, pages in a request that reads', source: code },
} as const satisfies Record<string, Cost>
