import { WireRoute } from '../../contracts/cms/site-schema.ts'
import { UnreachableError } from '../../lib/errors.ts'
import type { MediaUpload } from '../../sync/ports/cms.ts'
import type { Connection } from '../connection/connection.ts'
import { readPhotoHeader } from './photo-header.ts'

/** The parameter of an upload that omits the smaller sizes; the CMS has it from version 7.1 on. */
export const laterParameter = 'generate_sub_sizes'

/** Smaller images have no `large` size, and their sizes take little time. */
const smallest = 1024
/** The CMS scales larger images down during the upload, because they are too large for a page. */
const largest = 2560

/** The CMS may be updated while this process runs. */
const againMs = 600_000

/** Decides which uploads omit their smaller sizes. */
export function openLaterSizes(connection: Connection) {
  let reading: Promise<boolean> | undefined
  let readAt = 0
  let isRefused = false

  /** Whether the CMS describes the parameter; a failure counts as no. */
  function isDescribed(signal: AbortSignal): Promise<boolean> {
    return connection
      .request<boolean>(
        {
          kind: 'cmsOther',
          method: 'OPTIONS',
          path: `${connection.namespace}/media`,
          doing: 'reading the parameters of uploads',
          judge: ({ status, bytes }) => (status < 300 && bytes.length === 0 ? false : undefined),
          onRefusal: () => false,
          read: ({ body }) => ({ ok: true, value: describes(WireRoute.safeParse(body).data) }),
        },
        signal,
      )
      .catch((error: unknown) => {
        if (error instanceof UnreachableError) return false
        throw error
      })
  }

  return {
    async isLater(upload: MediaUpload, signal: AbortSignal): Promise<boolean> {
      if (upload.sizesLater !== true || isRefused || !isPhoto(upload)) return false
      if (reading === undefined || performance.now() - readAt > againMs) {
        readAt = performance.now()
        reading = isDescribed(signal)
      }
      return reading.catch((error: unknown) => {
        reading = undefined
        throw error
      })
    },
    /** The CMS refuses what it describes: from now on, this process sends files without the parameter. */
    refuse(): void {
      isRefused = true
    },
  }
}

/**
 * The full image of a page without smaller sizes must be upright and not too large, because the CMS changes neither
 * after such an upload.
 */
function isPhoto({ bytes, mime }: MediaUpload): boolean {
  const header = readPhotoHeader(bytes, mime)
  if (header === undefined || header.turned) return false
  const side = Math.max(header.width, header.height)
  return side > smallest && side <= largest
}

function describes(route: WireRoute | undefined): boolean {
  if (route === undefined || Array.isArray(route)) return false
  return (route.endpoints ?? []).some(
    ({ methods, args = {} }) => methods.includes('POST') && Object.hasOwn(args, laterParameter),
  )
}
