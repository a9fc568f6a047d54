import { type User, can } from '../users/users.ts'
import type { Oddities } from './oddities.ts'

/** Whether content from this user is stored unfiltered. */
export function mayWriteFreely({ user, oddities }: { user: User | null; oddities: Oddities }): boolean {
  return can(user, 'unfiltered_html') && !oddities.has('filtered-html')
}
