import { cutOff, type FileShape } from './file-shape.ts'

const mark = '%%EOF'

/** A PDF ends with the last of its end marks; what is before it is not looked at. */
export function readPdf(bytes: Buffer): FileShape {
  const at = bytes.lastIndexOf(mark)
  if (at === -1) throw cutOff()
  return { end: at + mark.length, pixels: 0 }
}
