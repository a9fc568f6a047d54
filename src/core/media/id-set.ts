/** A set of attachment ids, one bit each, so that the files of a million pages fit into a few hundred kilobytes. */
export function createIdSet(): { add(id: number): void; has(id: number): boolean } {
  let bits = new Uint8Array(1024)
  return {
    add(id) {
      const at = id >>> 3
      if (at >= bits.length) {
        const larger = new Uint8Array(Math.max(bits.length * 2, at + 1))
        larger.set(bits)
        bits = larger
      }
      bits[at] = Number(bits[at]) | (1 << (id & 7))
    },
    has: (id) => (Number(bits[id >>> 3]) & (1 << (id & 7))) !== 0,
  }
}
