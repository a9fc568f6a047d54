import { createHmac, hash } from 'node:crypto'
import type { OpsConfig } from '../deps.ts'
import { isSame } from './login.ts'

/** Proves that a form is from this dashboard. */
export type FormToken = {
  /** Today's token; undefined without a login. */
  issue(): string | undefined
  /** Accepts the tokens of today and its neighbours, because clocks differ; everything without a login. */
  accepts(given: string | undefined): boolean
}

const dayMs = 24 * 3_600_000

/** A token depends only on the login and the day, so every process of the fleet accepts it. */
export function createFormToken(config: OpsConfig, now: () => number = Date.now): FormToken {
  const { user } = config
  if (!user || !config.password) return { issue: () => undefined, accepts: () => true }
  const tokenOf = (day: number): string => {
    const key = hash('sha256', `form token\n${user}\n${config.password}`, 'buffer')
    return createHmac('sha256', key).update(`${user}\n${day}`).digest('base64url')
  }
  const today = (): number => Math.floor(now() / dayMs)
  return {
    issue: () => tokenOf(today()),
    accepts: (given = '') =>
      [0, -1, 1].map((days) => today() + days).some((day) => isSame(given, tokenOf(day))),
  }
}
