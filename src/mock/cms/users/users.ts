import { type Role, capabilities } from './roles.ts'

export type User = {
  readonly id: number
  /** Login, display name and slug. */
  readonly name: string
  readonly email: string
  readonly role: Role
  /** Application password. Spaces in it are ignored when clients send it. */
  readonly password: string
}

function user(id: number, name: string, role: Role, password = name.padEnd(24, 'x')): User {
  return { id, name, email: `${name}@example.org`, role, password }
}

/** The five accounts. They never change. */
export const users: readonly User[] = [
  user(1, 'admin', 'administrator', 'abcd'.repeat(6)),
  user(2, 'editor1', 'editor'),
  user(3, 'author1', 'author'),
  user(4, 'contrib1', 'contributor'),
  user(5, 'sub1', 'subscriber'),
]

const byId = new Map(users.map((one) => [one.id, one]))

export function findUser(id: number): User | undefined {
  return byId.get(id)
}

export function can(who: User | null, capability: string): boolean {
  return who !== null && capabilities[who.role].has(capability)
}
