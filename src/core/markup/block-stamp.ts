import type { BlockPlace } from './find-block.ts'

/**
 * A class token of the mirrored block with the digest of what we wrote: classes are the one place that editors, the
 * engine's HTML filter and "unlock" keep.
 */
const stampToken = /(?<=[\s"'])mirrored-([0-9a-f]+)(?=[\s"'])/g

/** The digest in a block's class tokens; undefined where there is none, or where its two copies differ. */
export function readStamp(content: string, place: BlockPlace): string | undefined {
  const found = new Set(Array.from(headOf(content, place).matchAll(stampToken), ([, digest]) => digest))
  const [digest] = found
  return found.size === 1 ? digest : undefined
}

/** The content with a block's digest replaced, or added to its class tokens; everything else stays byte for byte. */
export function writeStamp(content: string, place: BlockPlace, digest: string): string {
  const head = headOf(content, place)
  const token = `mirrored-${digest}`
  const plain = head.replaceAll(new RegExp(` ?${stampToken.source}`, 'g'), '')
  const stamped = plain
    .replace(/("className"\s*:\s*"(?:[^"\\]|\\.)*)"/, `$1 ${token}"`)
    .replace(/(<[^>]*?\sclass\s*=\s*)("[^"]*|'[^']*)(["'])([^<]*)$/, `$1$2 ${token}$3$4`)
  return content.slice(0, place.start) + stamped + content.slice(place.innerStart)
}

/** The delimiter and the wrapper's opening tag. */
function headOf(content: string, { start, innerStart }: BlockPlace): string {
  return content.slice(start, innerStart)
}
