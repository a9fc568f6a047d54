import type { RunFilter } from './run-model.ts'

/** Makes URLs of a run’s page with a changed filter; every change starts at page 1. */
export function runLink(id: string, filter: RunFilter): (change: Partial<RunFilter>) => string {
  return (change) => {
    const { what, language, why, page } = { ...filter, page: 1, ...change }
    const query = new URLSearchParams({
      ...(what && { what }),
      ...(language && { language }),
      ...(why && { why }),
      ...(page > 1 && { page: String(page) }),
    }).toString()
    return `/runs/${encodeURIComponent(id)}${query === '' ? '' : `?${query}`}#changes`
  }
}
