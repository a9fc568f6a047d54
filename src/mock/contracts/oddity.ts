/**
 * Peculiarities of real WordPress sites that the bundled one shows only on demand:
 * - `tied-paging`: rows with equal sort values have a different order on every page, so that paging omits some and repeats others;
 * - `lost-updates`: an update writes the whole row as it was read some milliseconds earlier;
 * - `duplicate-slugs`: a new row becomes visible some milliseconds after its slug was found free;
 * - `failed-subsizes`: an upload stores its row, and PHP crashes while it makes the sub-sizes;
 * - `slow-subsizes`: each sub-size takes `ms`, in an upload and in `post-process`;
 * - `filtered-html`: no user has `unfiltered_html`, so every save filters its content;
 * - `moved-pages`: an update moves a page with both a parent and children to the top level, as a language plug-in does;
 * - `verbatim-blocks`: block attributes are stored and returned byte for byte, as WordPress before 7 does;
 * - `saved-again`: a plug-in saves each updated page once more in `save_post`, with a mark in its paragraphs;
 * - `saved-again-unseen`: as `saved-again`, but the response shows the state before, except for the revisions;
 * - `ignored-texts`: a plug-in that locks or reviews content stores none of it, and the response is a success;
 * - `ignored-status`: a plug-in ignores the status, and the response is a success;
 * - `stale-response`: a cache responds to an update with the previous page;
 * - `editorial-statuses`: a plug-in has registered the statuses `in-review` and `archive`; `any` excludes `archive`;
 * - `review-workflow`: as `editorial-statuses`, and every new row with status `publish` is stored as `in-review`;
 * - `renamed-pages`: a permalink plug-in appends `-moved` to the slug of each saved page;
 * - `flattened-pages`: a permalink plug-in moves each saved page to the top level;
 * - `application-passwords`: the index lists application passwords under `authentication`.
 */
export const oddityNames = [
  'tied-paging',
  'lost-updates',
  'duplicate-slugs',
  'failed-subsizes',
  'slow-subsizes',
  'filtered-html',
  'moved-pages',
  'verbatim-blocks',
  'saved-again',
  'saved-again-unseen',
  'ignored-texts',
  'ignored-status',
  'stale-response',
  'editorial-statuses',
  'review-workflow',
  'renamed-pages',
  'flattened-pages',
  'application-passwords',
] as const

export type OddityName = (typeof oddityNames)[number]
