export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One row of the description's tables of routes; `<…>` in a path stands for one value, `args` are names apart by spaces. */
export type DocumentedRow = {
  readonly methods: readonly Method[]
  readonly path: string
  readonly args?: string
}
