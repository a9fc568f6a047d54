import type { Asset } from '../core/record/media.ts'

/** Types that browsers show and the CMS stores. SVG is excluded because it may contain scripts. */
const accepted: Record<Asset['kind'], readonly string[]> = {
  image: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
  pdf: ['application/pdf'],
}

export type DetectedType = { ok: true; mime: string; extension: string } | { ok: false; reason: string }

/** Detects a file's type by its first bytes, regardless of its name and the server's content type. */
export async function detectAssetType(bytes: Uint8Array, kind: Asset['kind']): Promise<DetectedType> {
  if (bytes.length === 0) return { ok: false, reason: 'it is empty. Ask the partner to repair the file' }
  // Loaded by the first file, because an idle process does without.
  const { fileTypeFromBuffer } = await import('file-type')
  const type = (await fileTypeFromBuffer(bytes)) ?? (kind === 'pdf' ? latePdf(bytes) : undefined)
  if (type !== undefined && accepted[kind].includes(type.mime)) {
    return { ok: true, mime: type.mime, extension: type.ext }
  }
  const found = type?.mime ?? 'of an unknown type'
  return {
    ok: false,
    reason: `it is ${found}, not ${accepted[kind].join(', ')} (${bytes.length} bytes). Ask the partner to repair the file`,
  }
}

/** Viewers look for the header of a PDF in the first 1,024 bytes. */
function latePdf(bytes: Uint8Array): { mime: string; ext: string } | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1_024))
  return start.includes('%PDF-') ? { mime: 'application/pdf', ext: 'pdf' } : undefined
}
