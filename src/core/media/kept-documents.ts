import type { Asset, AssetField } from '../record/media.ts'

/**
 * A document and its use by pages; `kept`: it must stay available after its product is gone (EU 157/2014: ten years).
 */
export type DocumentUse = { sha256: string; use: 'kept' | 'free' }

const keptFields = new Set<AssetField | undefined>(['safety_datasheet', 'declaration_of_performance'])

/** The documents among some assets, each with its use; `hashOf`: the SHA-256 of an asset's bytes, if known. */
export function documentUses(
  assets: readonly Asset[],
  hashOf: (url: string) => string | undefined,
): DocumentUse[] {
  return assets.flatMap(({ url, kind, field }) => {
    const sha256 = kind === 'pdf' ? hashOf(url) : undefined
    return sha256 === undefined ? [] : [{ sha256, use: keptFields.has(field) ? 'kept' : 'free' }]
  })
}

/** Whether a file must stay in the media library; this includes documents of unknown use. */
export function mustStay(mime: string, use: string | undefined): boolean {
  return !mime.startsWith('image/') && use !== 'free'
}
