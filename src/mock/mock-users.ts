import type { Role } from './cms/users/roles.ts'
import { type User, users } from './cms/users/users.ts'

/** An account of the bundled CMS. */
export type MockUser = {
  readonly id: number
  readonly name: string
  readonly role: Role
  /** the application password */
  readonly password: string
  /** the `Authorization` header that this account sends */
  readonly authorization: string
}

export type MockUsers = Readonly<Record<'admin' | 'editor1' | 'author1' | 'contrib1' | 'sub1', MockUser>>

/** The accounts of the bundled CMS by name; they never change. */
export const mockUsers: MockUsers = {
  admin: accountOf('admin'),
  editor1: accountOf('editor1'),
  author1: accountOf('author1'),
  contrib1: accountOf('contrib1'),
  sub1: accountOf('sub1'),
}

function accountOf(wanted: keyof MockUsers): MockUser {
  const found: User | undefined = users.find(({ name }) => name === wanted)
  if (found === undefined) throw new Error(`The bundled CMS has no account ${wanted}`)
  const { id, name, role, password } = found
  const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
  return { id, name, role, password, authorization }
}
