import { countOf } from '../../text/format.ts'
import { plural } from '../../text/plural.ts'
import type { NoteSentences } from './note-sentences.ts'

type Codes =
  | 'catalog'
  | 'column-missing'
  | 'column-omitted'
  | 'successors-unusable'
  | 'language-not-served'
  | 'not-in-catalog'
  | 'wrong-etags'
  | 'damaged-value'
  | 'not-planned'
  | 'kept-unreadable'
  | 'kept-delisted'
  | 'kept-language'
  | 'not-retired'

export const sourceNoteSentences: NoteSentences<Codes> = {
  catalog: ({ detail }) => `catalogue: ${detail}`,
  'column-missing': ({ column }) =>
    `the catalogue has no column ${column}: pages keep its values of the last run. Restore the column, or correct MAP, FAMILY_BY or LISTING_GROUP_BY`,
  'column-omitted': ({ column, products, gtin }) =>
    `the catalogue has no value of ${column} for ${countOf(products, 'product')}, for example ${gtin}: the fields of the map that it fills keep the last one. Send an empty value to empty them`,
  'successors-unusable': ({ count, example }) =>
    `${countOf(count, 'cell', 'cells')} of the column successor ${plural(count, 'has', 'have')} no GTIN of another product, so notices do not link one; for example ${example}`,
  'language-not-served': ({ language }) =>
    `the partner does not serve language ${language}: nothing is fetched for it, and its pages stay. Check LANGUAGES, or contact the partner`,
  'not-in-catalog': ({ gtin }) =>
    `GTIN ${gtin} is not in the catalogue: nothing was done for it. Check the number, or add it to CATALOG`,
  'wrong-etags': ({ recordId }) =>
    `the partner’s ETags do not follow its data: ${recordId} changed, and its ETag did not. For a month, every record is requested in full. Ask the partner to repair its ETags`,
  'damaged-value': ({ detail }) => detail,
  'not-planned': ({ count }) =>
    `${countOf(count, 'record was', 'records were')} not planned, because the job was lost; the next run plans them`,
  'kept-unreadable': ({ pages, unreadable }) =>
    `${countOf(pages, 'page was', 'pages were')} not retired although the product left the catalogue: ${countOf(unreadable, 'catalogue entry', 'catalogue entries')} could not be read, and the product may be one of them. No such page is retired before the catalogue is fixed`,
  'kept-delisted': ({ pages, ...required }) =>
    `${countOf(pages, 'page stays', 'pages stay')} although the product left the catalogue: a page is retired once ${runsOf(required)} missed it`,
  'kept-language': ({ language, pages, ...required }) =>
    `the partner does not list language ${language}: its ${countOf(pages, 'page stays', 'pages stay')}. Once ${runsOf(required)} missed the language, a run waits for you to approve that ${plural(pages, 'it is', 'they are')} retired`,
  'not-retired': ({ pages, failed, records }) =>
    `${countOf(pages, 'page was', 'pages were')} not retired: ${failed} of ${records} records could not be read, so a missing product may still exist. The next run with fewer failures retires what is gone`,
}

/** `3 runs in a row, at least 20 hours apart,` */
function runsOf({ misses, hours }: { misses: number; hours: number }): string {
  const apart = hours > 0 && misses > 1 ? `, at least ${countOf(hours, 'hour')} apart,` : ''
  return `${countOf(misses, 'run')} in a row${apart}`
}
