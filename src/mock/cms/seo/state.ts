import { type Measures, createMeasures } from './scores/measure.ts'

/** The state that all users share. */
export type SiteMarks = {
  representation: Readonly<Record<string, string | number>>
  profiles: Readonly<Record<string, unknown>>
  tracking: boolean
  finishedSteps: readonly unknown[]
  setupSteps: Readonly<Record<string, string>>
  integrations: Map<string, boolean>
  analyticsDismissed: boolean
  dismissedPostTypes: Set<string>
  dismissedTaxonomies: Set<string>
  keywords: { authenticated: boolean; country_code?: string }
  workouts: Readonly<Record<string, unknown>>
  completedTasks: Set<string>
  actions: Map<string, number>
  freeSparksSince: string | undefined
  subscriptionChecks: number
}

export type Tokens = {
  readonly access_jwt: string
  readonly refresh_jwt: string
  readonly code_challenge: string
}

/** The state of one user. */
export type OwnMarks = {
  consent: boolean
  tokens: Tokens | undefined
  usage: { ordinary: number; shop: number }
  bannerDismissed: boolean
  introductions: Set<string>
  videoEmbeds: boolean
  alerts: Set<string>
}

/** The state of the SEO routes. `measure` caches its result for as long as a row exists. */
export type SeoState = {
  site: SiteMarks
  of: (user: number) => OwnMarks
  readonly measure: Measures
  reset: () => void
}

export function createSeoState(): SeoState {
  const own = new Map<number, OwnMarks>()
  const state: SeoState = {
    site: freshSite(),
    measure: createMeasures(),
    of(user) {
      const marks = own.get(user) ?? freshOwn()
      own.set(user, marks)
      return marks
    },
    reset() {
      own.clear()
      state.site = freshSite()
    },
  }
  return state
}

function freshSite(): SiteMarks {
  return {
    representation: {},
    profiles: {},
    tracking: false,
    finishedSteps: [],
    setupSteps: {},
    integrations: new Map(),
    analyticsDismissed: false,
    dismissedPostTypes: new Set(),
    dismissedTaxonomies: new Set(),
    keywords: { authenticated: false },
    workouts: {},
    completedTasks: new Set(),
    actions: new Map(),
    freeSparksSince: undefined,
    subscriptionChecks: 0,
  }
}

function freshOwn(): OwnMarks {
  return {
    consent: false,
    tokens: undefined,
    usage: { ordinary: 0, shop: 0 },
    bannerDismissed: false,
    introductions: new Set(),
    videoEmbeds: false,
    alerts: new Set(),
  }
}
