import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { OpsConfig } from '../deps.ts'

/** What a form carries to show that a page of ours made it. */
export type FormToken = {
  /** The token of today; undefined without a login, where there is nothing to bind it to. */
  issue(): string | undefined
  /** True for a token of today or yesterday, and always without a login. */
  accepts(given: string | undefined): boolean
}

const dayMs = 24 * 3_600_000

/** Tokens bound to the login and the day: every process of the fleet makes the same ones and keeps none. */
export function createFormToken({ user, password }: OpsConfig, now: () => number = Date.now): FormToken {
  if (!user || !password) return { issue: () => undefined, accepts: () => true }
  const key = hash('sha256', `form token\n${user}\n${password}`, 'buffer')
  const tokenOf = (day: number): string =>
    createHmac('sha256', key).update(`${user}\n${day}`).digest('base64url')
  const today = (): number => Math.floor(now() / dayMs)
  return {
    issue: () => tokenOf(today()),
    accepts: (given = '') => [today(), today() - 1].some((day) => isSame(given, tokenOf(day))),
  }
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}
