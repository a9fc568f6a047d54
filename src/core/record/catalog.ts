import { isGtin } from '../../contracts/gtin.ts'

/** The catalogue as read: GTINs once each, in their order, what was wrong with the rest, and how many are no GTIN. */
export type Catalog = { gtins: string[]; faults: string[]; unreadable: number }

const shownFaults = 20

/** Checks every entry's check digit and names duplicates; a wrong entry stops no other. `entries` keep their place. */
export function checkCatalog(entries: Iterable<{ place: string; text: string }>): Catalog {
  const seen = new Map<string, string>()
  const faults: string[] = []
  let hidden = 0
  let unreadable = 0
  const report = (fault: string): void => {
    if (faults.length < shownFaults) faults.push(fault)
    else hidden++
  }
  for (const { place, text } of entries) {
    const gtin = text.trim()
    const first = seen.get(gtin)
    if (!isGtin(gtin)) {
      unreadable++
      report(`${place}: ${JSON.stringify(text)} ${whyNot(gtin)}`)
    } else if (first !== undefined) report(`${place}: ${gtin} is already listed at ${first}`)
    else seen.set(gtin, place)
  }
  if (hidden > 0) faults.push(`and ${hidden} more`)
  return { gtins: [...seen.keys()], faults, unreadable }
}

function whyNot(text: string): string {
  if (!/^\d+$/.test(text)) return 'is not a GTIN-13: 13 digits are expected'
  if (text.length !== 13) return `has ${text.length} digits, a GTIN-13 has 13`
  return 'has a wrong check digit'
}
