import type { Equivalent } from './equivalents.ts'
import type { Fault } from './report.ts'

/** The verdict on the mutants of a run; `complaints` are readable, one a line. */
export type Judgement = { found: number; equivalent: number; complaints: string[] }

/**
 * Reports every mutant that no test found and that is not listed as equivalent. It also reports every listed one that a test
 * finds by now, or whose line has changed. A mutant with which the tests do not end counts as found.
 */
export function judge(faults: readonly Fault[], equivalents: readonly Equivalent[]): Judgement {
  const unseen = faults.filter(({ outcome }) => outcome === 'unseen')
  const unfound = faults.filter(({ outcome }) => outcome !== 'found')
  const isSame = (a: Equivalent, b: Fault): boolean =>
    a.file === b.file && a.code === b.code && a.change === b.change
  const unlisted = unseen.filter((fault) => !equivalents.some((listed) => isSame(listed, fault)))
  const obsolete = equivalents.filter((listed) => !unfound.some((fault) => isSame(listed, fault)))
  return {
    found: faults.length - unseen.length,
    equivalent: unseen.length - unlisted.length,
    complaints: [
      ...unlisted.map(
        ({ file, line, code, change }) => `${file}:${line} no test fails with ${change}\n    in ${code}`,
      ),
      ...obsolete.map(
        ({ file, code, change }) =>
          `${file}: listed as equivalent, but a test finds it or its line has changed, take it off: ${change}\n    in ${code}`,
      ),
    ],
  }
}
