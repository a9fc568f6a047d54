import { styleText } from 'node:util'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'
export type Paint = (style: Style, text: string) => string

/** Colours text for terminals; NO_COLOR and FORCE_COLOR apply. */
export function createPaint(stream: NodeJS.WritableStream): Paint {
  return (style, text) => styleText(style, text, { stream })
}
