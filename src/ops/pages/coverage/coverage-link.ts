import type { CoverageFilter } from './coverage-model.ts'

/** Links to the coverage page with a changed filter; they start at page 1. */
export function coverageLink(filter: CoverageFilter): (change: Partial<CoverageFilter>) => string {
  return (change) => {
    const { state, language, gtin, page } = { ...filter, page: 1, ...change }
    const query = new URLSearchParams({
      ...(state && { state }),
      ...(language && { language }),
      ...(gtin && { gtin }),
      ...(page > 1 && { page: String(page) }),
    }).toString()
    return query === '' ? '/coverage' : `/coverage?${query}`
  }
}
