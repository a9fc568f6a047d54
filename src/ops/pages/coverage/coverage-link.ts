import type { CoverageFilter } from './coverage-model.ts'

/** Makes addresses of the coverage page that differ from this filter; what changes the filter begins at page 1. */
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
