import { styleText } from 'node:util'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'
export type Paint = (style: Style, text: string) => string

/** Colours for a terminal that shows them; none elsewhere or with NO_COLOR, always with FORCE_COLOR. */
export function createPaint(stream: NodeJS.WritableStream): Paint {
  return (style, text) => styleText(style, text, { stream })
}
