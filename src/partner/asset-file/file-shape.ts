/** Where a file ends by its own account, and how many pixels its pictures have in all (0 for documents). */
export type FileShape = { end: number; pixels: number }

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
