import { expect, test } from 'vitest'
import type { serveCms } from './serve.ts'

type Cms = Awaited<ReturnType<typeof serveCms>>

/** A parameter, a query with it, and the items that the list then contains, in order. */
export type Case = readonly [parameter: string, query: string, names: readonly (string | number)[]]

export type Table = {
  readonly cms: Cms
  /** The route's pattern in the index. */
  readonly route: string
  /** The path to call; by default the pattern. */
  readonly path?: () => string
  /** The field that identifies items. */
  readonly name: string
  readonly cases: readonly Case[]
  /** Parameters with a separate test. */
  readonly apart: readonly string[]
}

type Arg = { readonly enum?: readonly string[] }

/** Runs the cases of a collection, and requires a case for each of its parameters and orders. */
export function testParameters({ cms, route, path, name, cases, apart }: Table): void {
  test.each(cases)(`${route} applies %s: ?%s`, async (_parameter, query, names) => {
    const { status, json } = await cms.rest('admin', 'GET', `${path?.() ?? route}?${query}`)
    expect({ status, names: namesIn(json, name) }).toEqual({ status: 200, names })
  })

  test(`${route} has no parameter without a case`, async () => {
    const args = await argsOf(cms, route)
    const tested = new Set([...cases.map(([parameter]) => parameter), ...apart])
    expect(Object.keys(args).filter((parameter) => !tested.has(parameter))).toEqual([])
    const orders = new Set(cases.map(([, query]) => new URLSearchParams(query).get('orderby')))
    expect((args['orderby']?.enum ?? []).filter((order) => !orders.has(order))).toEqual([])
  })
}

function namesIn(json: unknown, name: string): unknown {
  return Array.isArray(json) ? json.map((item: Record<string, unknown>) => item[name]) : json
}

async function argsOf(cms: Cms, route: string): Promise<Readonly<Record<string, Arg>>> {
  const { json } = await cms.rest(null, 'GET', '/')
  const { routes } = json as { routes: Record<string, { endpoints: { args: Record<string, Arg> }[] }> }
  return routes[route]?.endpoints[0]?.args ?? expect.unreachable(`no route ${route}`)
}

/** Creates something and returns its id. */
export async function create(cms: Cms, user: string, path: string, body: object): Promise<number> {
  const { status, json } = await cms.rest(user, 'POST', path, body)
  expect({ status, json }).toMatchObject({ status: 201 })
  return (json as { id: number }).id
}

/** The fields of a list's first item. */
export async function membersOf(cms: Cms, path: string): Promise<string[]> {
  const { json } = await cms.rest('admin', 'GET', path)
  return Object.keys(Array.isArray(json) ? ((json as object[])[0] ?? {}) : (json as object))
}
