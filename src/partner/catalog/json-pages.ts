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

/** The name of a member by which a list is one page of several; `length` is the number of its entries. */
export function pageSign(around: readonly Record<string, unknown>[], length: number): string | undefined {
  return around.flatMap((one) => signsOf(one, length, 0))[0]
}

function signsOf(json: Record<string, unknown>, length: number, depth: number): string[] {
  return Object.entries(json).flatMap(([name, value]) => {
    const plain = name.toLowerCase().replace(/[^a-z]/g, '')
    if (isSign(plain, value, length)) return [name]
    return depth < 2 && inner.test(plain) && isObject(value) ? signsOf(value, length, depth + 1) : []
  })
}

function isSign(name: string, value: unknown, length: number): boolean {
  if (nextNames.test(name)) return Boolean(value)
  if (moreNames.test(name)) return value === true || value === 'true'
  if (lastNames.test(name)) return value === false
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : 0
  if (totalNames.test(name)) return number > length
  return pageNames.test(name) && number > 1
}
