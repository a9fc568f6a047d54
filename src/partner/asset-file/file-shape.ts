/**
 * The end of a file by its own account, the pixels of all its images (0 for documents), and its oddity, as a clause after
 * “it”.
 */
export type FileShape = { end: number; pixels: number; remark?: string }

/** A file that no program would show as it was meant; the message says why, after “it”. */
export class FileFaultError extends Error {
  override name = 'FileFaultError'
}

export function cutOff(): FileFaultError {
  return new FileFaultError('is cut off')
}

export function damaged(what: string): FileFaultError {
  return new FileFaultError(`is damaged: ${what}`)
}
