/**
 * The end of a file according to its structure, the pixels of all its images (0 for documents), and its
 * oddity as a clause after “it”.
 */
export type FileShape = { end: number; pixels: number; remark?: string }

/** A file that no program would display as intended; the message is a clause after “it”. */
export class FileFaultError extends Error {
  override name = 'FileFaultError'
}

export function cutOff(): FileFaultError {
  return new FileFaultError('is cut off')
}

export function damaged(what: string): FileFaultError {
  return new FileFaultError(`is damaged: ${what}`)
}
