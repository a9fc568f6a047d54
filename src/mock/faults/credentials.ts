import { authenticate } from '../cms/users/auth.ts'
import { users } from '../cms/users/users.ts'

/** The error of a strict site for a Basic header; null if it is missing or right. */
export function credentialFault(authorization: string | undefined): { code: string; message: string } | null {
  if (authorization === undefined || !/^basic /i.test(authorization)) return null
  if (authenticate(authorization) !== null) return null
  const [login = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':', 1)
  if (users.some(({ name, email }) => name === login || email === login))
    return { code: 'incorrect_password', message: 'This is not a valid application password.' }
  return login.includes('@')
    ? { code: 'invalid_email', message: 'Nobody has this e-mail address.' }
    : { code: 'invalid_username', message: 'Nobody has this name.' }
}
