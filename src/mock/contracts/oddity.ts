/**
 * Peculiarities of the real engine that the bundled one has only on demand:
 * - `tied-paging`: rows that a list's order does not tell apart come in another order on every page, so that walking the pages loses some and repeats others;
 * - `lost-updates`: an update writes back the whole row as it was read, some milliseconds earlier;
 * - `duplicate-slugs`: a new row becomes visible some milliseconds after its slug was found free;
 * - `failed-subsizes`: an uploaded picture becomes a row, and the process dies while it makes the smaller sizes;
 * - `filtered-html`: nobody has the right to unfiltered markup, so every save filters the texts that it sends;
 * - `moved-pages`: an update moves a page with pages above and below it to the top, as a plugin for languages does;
 * - `verbatim-blocks`: block attributes are kept and told byte for byte, as engines before 7 do;
 * - `saved-again`: a plugin saves each updated page once more in `save_post`, with a mark in its paragraphs;
 * - `saved-again-unseen`: the same, and the response is from before that, except for its revisions;
 * - `ignored-texts`: a plugin that locks or reviews texts stores none of them, and the response is a success;
 * - `ignored-status`: the same for the status;
 * - `stale-response`: a cache answers an update with the page from before it;
 * - `editorial-statuses`: a plug-in has registered the statuses `in-review` and `archive`, of which `any` leaves out the second;
 * - `review-workflow`: the same, and every new row that asks to be published is stored as `in-review`;
 * - `renamed-pages`: a permalink plugin appends `-moved` to the slug of each page that is saved;
 * - `flattened-pages`: a permalink plugin moves each page that is saved to the top level;
 * - `application-passwords`: the index lists application passwords under `authentication`.
 */
export const oddityNames = [
  'tied-paging',
  'lost-updates',
  'duplicate-slugs',
  'failed-subsizes',
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
