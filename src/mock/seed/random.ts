/** The purpose of a draw. Each has its own number, so that a new one does not change other fields. */
export const purpose = {
  pattern: 1,
  stem: 2,
  middle: 3,
  line: 4,
  price: 5,
  size: 6,
  form: 7,
  availability: 8,
  folded: 9,
  weight: 10,
  quantity: 11,
  text: 12,
  attribute: 13,
  material: 14,
  sheet: 15,
  picture: 16,
  date: 17,
  html: 18,
  family: 19,
  fault: 20,
} as const

/** A 32-bit number that depends only on its three inputs, without any state. */
export function draw(seed: number, index: number, salt: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 0x7f4a7c15, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 13), 0x27d4eb2f) ^ Math.imul(salt + 1, 0x165667b1)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  return (h ^ (h >>> 15)) >>> 0
}

/** A 32-bit number from a string (FNV-1a). It replaces the index for GTINs that the seed did not make. */
export function numberOf(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

/** The element that a drawn number selects; `undefined` may be one of the elements. */
export function at<T>(list: readonly T[], drawn: number): T {
  if (list.length === 0) throw new RangeError('cannot draw from an empty list')
  return list[drawn % list.length] as T
}
