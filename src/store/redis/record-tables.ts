import { conflictShape, decisionShape, suspectShape } from '../formats/shapes/decisions.ts'
import {
  deferralShape,
  failingShape,
  missingAssetsShape,
  outdatedFilesShape,
  pageStateShape,
} from '../formats/shapes/waiting.ts'
import { valuesApartShape } from '../formats/shapes/values-apart.ts'
import { intentShape } from '../formats/shapes/writes.ts'

/**
 * The tables with data about some records: the name of the key, and the shape of its values. A new table needs only a
 * row here: its key, its Redis type, its format version and the check for damaged values follow.
 */
export const recordTables = {
  decisions: { name: 'decisions', shape: decisionShape },
  /** Conflicts that need a decision. */
  conflicts: { name: 'conflicts', shape: conflictShape },
  /** Versions that would empty fields. */
  suspects: { name: 'suspects', shape: suspectShape },
  /** Changes by runs of some products or languages since the last full run. */
  valuesApart: { name: 'values-apart', shape: valuesApartShape },
  /** Records whose page is open in the editor. */
  deferrals: { name: 'deferrals', shape: deferralShape },
  /** The consecutive failures of records. */
  failing: { name: 'failing', shape: failingShape },
  /** The assets that pages were written without. */
  missingAssets: { name: 'missing-assets', shape: missingAssetsShape },
  /** Files of which pages show an earlier version. */
  outdatedFiles: { name: 'outdated-files', shape: outdatedFilesShape },
  /** The states that editors gave to pages. */
  pageStates: { name: 'page-states', shape: pageStateShape },
  /** Unacknowledged writes; also of parent pages, as `parent:<path>`. */
  intents: { name: 'intents', shape: intentShape },
} as const

export type RecordTable = keyof typeof recordTables
