const advance = 5.6

/**
 * Capitals, digits and a few signs as strokes on a grid 4 wide and 6 high. They look the same on machines without
 * fonts.
 */
const strokes: Readonly<Record<string, string>> = {
  A: 'M0 6L2 0L4 6M.7 4H3.3',
  B: 'M0 0V6H2.4A1.6 1.6 0 0 0 2.4 2.9H0H2.1A1.4 1.4 0 0 0 2.1 0H0',
  C: 'M4 1A2.4 2.6 0 0 0 0 3A2.4 2.6 0 0 0 4 5',
  D: 'M0 0V6H1.4A2.6 3 0 0 0 1.4 0H0',
  E: 'M4 0H0V6H4M0 3H3',
  F: 'M4 0H0V6M0 3H3',
  G: 'M4 1A2.4 2.6 0 0 0 0 3A2.4 2.6 0 0 0 4 5V3.2H2.4',
  H: 'M0 0V6M4 0V6M0 3H4',
  I: 'M2 0V6',
  J: 'M3.4 0V4.4A1.7 1.6 0 0 1 0 4.6',
  K: 'M0 0V6M4 0L0 3.4M1.4 2.4L4 6',
  L: 'M0 0V6H3.8',
  M: 'M0 6V0L2 3.4L4 0V6',
  N: 'M0 6V0L4 6V0',
  O: 'M2 0A2 3 0 0 0 2 6A2 3 0 0 0 2 0',
  P: 'M0 6V0H2.3A1.7 1.6 0 0 1 2.3 3.2H0',
  Q: 'M2 0A2 3 0 0 0 2 6A2 3 0 0 0 2 0M2.6 4.4L4 6',
  R: 'M0 6V0H2.3A1.7 1.6 0 0 1 2.3 3.2H0M2 3.2L4 6',
  S: 'M3.8 .8A1.9 1.5 0 0 0 .2 1.5C.2 3.4 3.8 2.6 3.8 4.5A1.9 1.5 0 0 1 .1 5.1',
  T: 'M0 0H4M2 0V6',
  U: 'M0 0V4A2 2 0 0 0 4 4V0',
  V: 'M0 0L2 6L4 0',
  W: 'M0 0L1 6L2 2L3 6L4 0',
  X: 'M0 0L4 6M4 0L0 6',
  Y: 'M0 0L2 3L4 0M2 3V6',
  Z: 'M0 0H4L0 6H4',
  '0': 'M2 0A2 3 0 0 0 2 6A2 3 0 0 0 2 0',
  '1': 'M.8 1.2L2.2 0V6',
  '2': 'M.2 1.4A1.8 1.5 0 0 1 3.8 1.8C3.8 3.2 1 4.4 .1 6H4',
  '3': 'M.2 .9A1.8 1.5 0 1 1 1.8 2.9A1.9 1.6 0 1 1 .1 5',
  '4': 'M3 6V0L0 4.2H4',
  '5': 'M3.8 0H.6L.3 2.7A1.9 1.8 0 1 1 .1 5.1',
  '6': 'M3.4 .4C1.6 .2 .1 2.2 .1 4.2A1.9 1.8 0 1 0 2 2.4A1.9 1.8 0 0 0 .1 4.2',
  '7': 'M0 0H4L1.4 6',
  '8': 'M2 2.8A1.6 1.4 0 1 1 2.1 2.8A1.9 1.6 0 1 1 2 2.8',
  '9': 'M.6 5.6C2.4 5.8 3.9 3.8 3.9 1.8A1.9 1.8 0 1 0 2 3.6A1.9 1.8 0 0 0 3.9 1.8',
  '&': 'M4 6L.9 2.2A1.3 1.2 0 1 1 2.8 1.8L.6 3.6A1.6 1.5 0 1 0 3.6 4.6',
}

/** A line of text as SVG paths, `height` high, starting at (x, y). Characters without a glyph leave a gap. */
export function textSvg(
  text: string,
  place: { x: number; y: number; height: number; colour: string },
): string {
  const { x, y, height, colour } = place
  const scale = height / 6
  const paths = Array.from(text.toUpperCase(), (sign, i) => {
    const stroke = strokes[sign]
    return stroke === undefined
      ? ''
      : `<path transform="translate(${(i * advance).toFixed(2)} 0)" d="${stroke}"/>`
  })
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${colour}" stroke-width="0.8" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`
}

/** The height of a text that fits into `width`, at most `limit`. */
export function fittingHeight(text: string, width: number, limit: number): number {
  return Math.min(limit, (width / (text.length * advance)) * 6)
}
