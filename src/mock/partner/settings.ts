import type { NumberForm, PartnerChange, UnknownLanguage } from '../contracts/partner-settings.ts'

export type PartnerState = {
  readonly throttle: string | null
  readonly numbers: NumberForm
  readonly unknownLanguage: UnknownLanguage
}

/** How the partner behaves at the moment; `changed` tells since when its records may look different. */
export function createPartnerSettings(throttle: string | null, now: () => Date = () => new Date()) {
  const atFirst: PartnerState = { throttle, numbers: 'mixed', unknownLanguage: 'default' }
  let state = atFirst
  let changed: Date | null = null
  return {
    state: () => state,
    changed: () => changed,
    change(wish: PartnerChange): PartnerState {
      const { throttle: rate = state.throttle, numbers = state.numbers } = wish
      if (numbers !== state.numbers) changed = now()
      state = { throttle: rate, numbers, unknownLanguage: wish.unknownLanguage ?? state.unknownLanguage }
      return state
    },
    reset(): void {
      state = atFirst
      changed = null
    },
  }
}

export type PartnerSettings = ReturnType<typeof createPartnerSettings>
