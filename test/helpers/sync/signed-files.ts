import type { SignedFiles } from '../../../src/sync/ports/partner.ts'

/** A store for signed files in memory, for a partner without a mirror. */
export function openSignedFiles(): SignedFiles {
  const records = new Map<string, string>()
  return {
    async save(urls, recordId) {
      for (const url of urls) records.set(url, recordId)
    },
    recordOf: async (url) => records.get(url),
    async forget(url) {
      records.delete(url)
    },
  }
}
