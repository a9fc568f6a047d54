import type { NumberForm, PartnerChange, UnknownLanguage } from '../contracts/partner-settings.ts'
import { createSigner, type Signer } from './signing.ts'

export type PartnerState = {
  readonly throttle: string | null
  readonly numbers: NumberForm
  readonly unknownLanguage: UnknownLanguage
  readonly signedFiles: number | null
}

/** The current settings of the partner. `changed` is the time of the last change that affects its records. */
export function createPartnerSettings(throttle: string | null, now: () => Date = () => new Date()) {
  const atFirst: PartnerState = { throttle, numbers: 'mixed', unknownLanguage: 'default', signedFiles: null }
  let state = atFirst
  let changed: Date | null = null
  let signer: Signer | null = null
  return {
    state: () => state,
    changed: () => changed,
    /** Signs links to files if the settings require it. */
    signer: () => signer,
    change(wish: PartnerChange): PartnerState {
      const { throttle: rate = state.throttle, numbers = state.numbers } = wish
      const { unknownLanguage = state.unknownLanguage, signedFiles = state.signedFiles } = wish
      if (numbers !== state.numbers || wish.signedFiles !== undefined) changed = now()
      if (wish.signedFiles !== undefined)
        signer = wish.signedFiles === null ? null : createSigner(wish.signedFiles, now)
      state = { throttle: rate, numbers, unknownLanguage, signedFiles }
      return state
    },
    reset(): void {
      state = atFirst
      changed = null
      signer = null
    },
  }
}

export type PartnerSettings = ReturnType<typeof createPartnerSettings>
