export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One row of the route tables in the description. `<…>` in a path is a placeholder, `args` are names separated by
 * spaces.
 */
export type DocumentedRow = {
  readonly methods: readonly Method[]
  readonly path: string
  readonly args?: string
}
