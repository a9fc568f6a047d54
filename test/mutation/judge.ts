import type { Equivalent } from './equivalents.ts'
import type { Fault } from './report.ts'

/** What the faults of a run come to; `complaints` are for people, one a line. */
export type Judgement = { found: number; equivalent: number; complaints: string[] }

/**
 * Complains of every seeded fault that no test found and that is not listed as equivalent, and of every listed one
 * that is not among the survivors: it is found by now, or its line has changed.
 */
export function judge(faults: readonly Fault[], equivalents: readonly Equivalent[]): Judgement {
  const survivors = faults.filter(({ found }) => !found)
  const isSame = (a: Equivalent, b: Fault): boolean =>
    a.file === b.file && a.code === b.code && a.change === b.change
  const unlisted = survivors.filter((fault) => !equivalents.some((listed) => isSame(listed, fault)))
  const obsolete = equivalents.filter((listed) => !survivors.some((fault) => isSame(listed, fault)))
  return {
    found: faults.length - survivors.length,
    equivalent: survivors.length - unlisted.length,
    complaints: [
      ...unlisted.map(
        ({ file, line, code, change }) => `${file}:${line} no test fails with ${change}\n    in ${code}`,
      ),
      ...obsolete.map(
        ({ file, code, change }) =>
          `${file}: listed as equivalent and no survivor any more, take it off: ${change}\n    in ${code}`,
      ),
    ],
  }
}
