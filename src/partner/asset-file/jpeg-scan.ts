import { cutOff } from './file-shape.ts'

/** Sampling of a component: its blocks in one unit of an interleaved scan. */
type Component = { id: number; across: number; down: number }
type Frame = { width: number; height: number; components: Component[] }
/** Indexed by the next 16 bits: the length of the code at their start, and its symbol. */
type Codes = Uint16Array
type Part = { blocks: number; dc: Codes; ac: Codes }
type Bits = { take(codes: Codes): number; skip(count: number): void; restart(): void; rest(): Buffer }

/** Larger files without an end mark count as cut off, because reading their codes takes seconds. */
const mostRead = 8 * 1024 * 1024
const blockSide = 8
const blanks = new Set([0, 9, 10, 13, 26, 32])

/**
 * The end of the compressed data of a scan, at the first marker that is not part of them; undefined at the
 * end of the file.
 */
export function scanEnd(bytes: Buffer, start: number): number | undefined {
  for (let at = start; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
    const marker = bytes.readUInt8(at + 1)
    if (marker !== 0 && !isRestart(marker)) return at
  }
  return undefined
}

export function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7
}

/**
 * Checks the image at `start` whose last scan is followed by no marker: only its end mark may be missing. The codes of a
 * sequential image are read, and all of its blocks must be there; those of a progressive one reveal too little. Throws
 * if the image is cut off.
 */
export function assertAllBlocks(bytes: Buffer, start: number): void {
  if (bytes.length - start > mostRead) throw cutOff()
  const tables = new Map<number, Codes>()
  const scanned = new Set<number>()
  let frame: Frame | undefined
  let interval = 0
  for (let at = start + 2; ;) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff || marker === 0x01 || isRestart(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    const next = at + 2 + bytes.readUInt16BE(at + 2)
    const segment = bytes.subarray(at + 4, next)
    if (marker === 0xc4) readTables(segment, tables)
    else if (marker === 0xdd) interval = segment.readUInt16BE(0)
    else if (marker === 0xc0 || marker === 0xc1) frame = readFrame(segment)
    at = next
    if (marker !== 0xda) continue
    if (frame === undefined) throw cutOff()
    const selected = readSelectors(segment)
    for (const { id } of selected) scanned.add(id)
    const end = scanEnd(bytes, next)
    if (end === undefined) {
      const { units, parts } = toParts(frame, selected, tables)
      const isWhole = frame.components.every(({ id }) => scanned.has(id))
      if (!isWhole || !isPadding(readBlocks(openBits(bytes, next), units, parts, interval))) throw cutOff()
      return
    }
    at = end
  }
}

/** Whether these bytes may follow the last block: blanks, and the first half of the end mark. */
function isPadding(rest: Buffer): boolean {
  return rest.every((byte, at) => blanks.has(byte) || (byte === 0xff && at === rest.length - 1))
}

function readFrame(segment: Buffer): Frame {
  const components = Array.from({ length: segment.readUInt8(5) }, (_, index) => {
    const sampling = segment.readUInt8(7 + 3 * index)
    return { id: segment.readUInt8(6 + 3 * index), across: sampling >> 4, down: sampling & 15 }
  })
  return { height: segment.readUInt16BE(1), width: segment.readUInt16BE(3), components }
}

function readTables(segment: Buffer, tables: Map<number, Codes>): void {
  for (let at = 0; at < segment.length;) {
    const lengths = segment.subarray(at + 1, at + 17)
    const codes = new Uint16Array(0x1_00_00)
    let symbolAt = at + 17
    let first = 0
    for (const [index, count] of lengths.entries()) {
      const width = 1 << (15 - index)
      for (let nth = 0; nth < count; nth++, first += width)
        codes.fill(((index + 1) << 8) | segment.readUInt8(symbolAt++), first, first + width)
    }
    tables.set(segment.readUInt8(at), codes)
    at = symbolAt
  }
}

/** The components of a scan, each with the numbers of its two tables. */
function readSelectors(segment: Buffer): { id: number; tables: number }[] {
  return Array.from({ length: segment.readUInt8(0) }, (_, index) => ({
    id: segment.readUInt8(1 + 2 * index),
    tables: segment.readUInt8(2 + 2 * index),
  }))
}

/** The units of a scan and the blocks of each. A scan of one component has units of one block. */
function toParts(
  { width, height, components }: Frame,
  selected: readonly { id: number; tables: number }[],
  tables: ReadonlyMap<number, Codes>,
): { units: number; parts: Part[] } {
  const across = components.reduce((most, one) => Math.max(most, one.across), 1)
  const down = components.reduce((most, one) => Math.max(most, one.down), 1)
  const parts = selected.map(({ id, tables: numbers }): Part & Component => {
    const component = components.find((one) => one.id === id)
    const dc = tables.get(numbers >> 4)
    const ac = tables.get(0x10 | (numbers & 15))
    if (component === undefined || dc === undefined || ac === undefined) throw cutOff()
    return { ...component, blocks: component.across * component.down, dc, ac }
  })
  const [first] = parts
  if (first === undefined || parts.length > 1) {
    const units = Math.ceil(width / (blockSide * across)) * Math.ceil(height / (blockSide * down))
    return { units, parts }
  }
  const ownWidth = Math.ceil((width * first.across) / across)
  const ownHeight = Math.ceil((height * first.down) / down)
  const units = Math.ceil(ownWidth / blockSide) * Math.ceil(ownHeight / blockSide)
  return { units, parts: [{ ...first, blocks: 1 }] }
}

/** Reads all blocks of a scan; returns the bytes behind them. */
function readBlocks(bits: Bits, units: number, parts: readonly Part[], interval: number): Buffer {
  for (let unit = 0; unit < units; unit++) {
    if (interval > 0 && unit > 0 && unit % interval === 0) bits.restart()
    for (const { blocks, dc, ac } of parts)
      for (let block = 0; block < blocks; block++) readBlock(bits, dc, ac)
  }
  return bits.rest()
}

function readBlock(bits: Bits, dc: Codes, ac: Codes): void {
  bits.skip(bits.take(dc))
  for (let at = 1; at < 64;) {
    const symbol = bits.take(ac)
    const [run, size] = [symbol >> 4, symbol & 15]
    if (size === 0 && run < 15) return
    bits.skip(size)
    at += run + 1
  }
}

/** Reads bits up to the next marker. Zeros follow the last bit, and they must not be used. */
function openBits(bytes: Buffer, start: number): Bits {
  let at = start
  let held = 0
  let count = 0
  let added = 0
  const fill = (): void => {
    while (count < 16) {
      const byte = bytes[at]
      const isData = byte !== undefined && (byte !== 0xff || bytes[at + 1] === 0)
      if (isData) at += byte === 0xff ? 2 : 1
      else added += 8
      held = ((held << 8) | (isData ? byte : 0)) & 0xff_ff_ff
      count += 8
    }
  }
  const skip = (length: number): void => {
    fill()
    count -= length
    if (count < added) throw cutOff()
  }
  return {
    skip,
    take(codes) {
      fill()
      const code = codes[(held >> (count - 16)) & 0xff_ff] ?? 0
      if (code === 0) throw cutOff()
      skip(code >> 8)
      return code & 0xff
    },
    restart() {
      if (count - added >= 8 || !isRestart(bytes[at + 1] ?? 0)) throw cutOff()
      at += 2
      held = count = added = 0
    },
    rest: () => bytes.subarray(at - Math.floor((count - added) / 8)),
  }
}
