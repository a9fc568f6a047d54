import { type User, users } from './users.ts'

const known = new Map<string, User>()

/** The user of a Basic header. Like WordPress, treats wrong credentials as anonymous. */
export function authenticate(header: string | undefined): User | null {
  if (header === undefined || !/^basic /i.test(header)) return null
  const cached = known.get(header)
  if (cached !== undefined) return cached
  const [login = '', ...rest] = Buffer.from(header.slice(6), 'base64').toString().split(':')
  const password = rest.join(':').replace(/\s/g, '')
  // The database collation compares names case-insensitively.
  const wanted = login.toLowerCase()
  const user = users.find(
    ({ name, email, password: own }) => (name === wanted || email === wanted) && own === password,
  )
  if (user !== undefined && known.size < 100) known.set(header, user)
  return user ?? null
}
