import { formatCount } from '../../../core/text/format.ts'

type Sliceable<List> = { readonly length: number; slice(from: number, to: number): List }

/** One page of a list; the last one if there are fewer. Pages count from 1. */
export function pageOf<List extends Sliceable<List>>(list: List, wanted: number, size: number) {
  const pages = Math.max(1, Math.ceil(list.length / size))
  const page = Math.min(wanted, pages)
  const first = (page - 1) * size
  const items = list.slice(first, first + size)
  const [from, to, of] = [first + 1, first + items.length, list.length].map(formatCount)
  /** `shown`: `1 to 25 of 3,000`. */
  return { items, page, pages, shown: list.length === 0 ? '0' : `${from} to ${to} of ${of}` }
}
