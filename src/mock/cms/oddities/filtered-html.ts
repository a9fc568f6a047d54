import { type User, can } from '../users/users.ts'
import type { Oddities } from './oddities.ts'

/** Whether somebody's texts are kept as they are sent, or lose the markup that not everybody may write. */
export function mayWriteFreely({ user, oddities }: { user: User | null; oddities: Oddities }): boolean {
  return can(user, 'unfiltered_html') && !oddities.has('filtered-html')
}
