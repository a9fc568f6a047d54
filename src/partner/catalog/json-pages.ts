import { isObject } from '../../lib/http/json.ts'

const inner = /^(?:meta|pagination|paging|pager|pageinfo|links|page)$/
const nextNames =
  /^(?:next|nextpage|nextpageurl|nexturl|nextlink|nexthref|nextcursor|nextpagetoken|nexttoken|odatanextlink|hydranext)$/
const moreNames =
  /^(?:hasmore|hasnext|hasnextpage|morepages|incomplete|incompleteresults|truncated|istruncated|partial)$/
const lastNames = /^(?:last|islast|islastpage|complete)$/
const totalNames =
  /^(?:total|count|totalcount|totalresults|totalitems|totalelements|totalrecords|totalproducts|numfound|recordcount|itemcount|hydratotalitems|odatacount)$/
const pageNames = /^(?:totalpages|pagecount|numpages|lastpage)$/
/** Names that always mean the number of pages of the whole list. */
const allPagesNames = /^(?:totalpages|numpages|lastpage)$/

/** A field that marks a list as one page of several; `total` is the number of entries that it announces. */
export type PageSign = { name: string; total?: number }

/** The first sign that a list of `length` entries is one page of several. */
export function pageSign(around: readonly Record<string, unknown>[], length: number): PageSign | undefined {
  const signs = around.flatMap((one) => signsOf(one, length, 0))
  return signs.find(({ total }) => total === undefined || !isOnlyPage(around))
}

function signsOf(json: Record<string, unknown>, length: number, depth: number): PageSign[] {
  return Object.entries(json).flatMap(([name, value]) => {
    const plain = plainName(name)
    const number = countOf(value)
    if (totalNames.test(plain)) return number > length ? [{ name, total: number }] : []
    if (isSign(plain, value, number)) return [{ name }]
    return depth < 2 && inner.test(plain) && isObject(value) ? signsOf(value, length, depth + 1) : []
  })
}

function isSign(name: string, value: unknown, number: number): boolean {
  if (nextNames.test(name)) return Boolean(value)
  if (moreNames.test(name)) return value === true || value === 'true'
  if (lastNames.test(name)) return value === false
  return pageNames.test(name) && number > 1
}

/**
 * Whether the list names its number of pages, which is one. Then a total counts something else, such as
 * pieces in stock.
 */
function isOnlyPage(around: readonly Record<string, unknown>[], depth = 0): boolean {
  return around.some((one) =>
    Object.entries(one).some(([name, value]) => {
      const plain = plainName(name)
      if (allPagesNames.test(plain)) return countOf(value) === 1
      return depth < 2 && inner.test(plain) && isObject(value) && isOnlyPage([value], depth + 1)
    }),
  )
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}

/** A whole number; 0 for any other value, such as an amount of money. */
function countOf(value: unknown): number {
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : 0
  return Number.isSafeInteger(number) ? number : 0
}
