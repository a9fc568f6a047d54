import { RestError } from '../../rest/error.ts'
import type { RestRequest } from '../../rest/request.ts'
import { callerOf } from '../../addons/rights.ts'
import type { OwnMarks, SeoState } from '../state.ts'

/** The caller's state. Throws the error for users who have not consented to the use of AI. */
export function consentingCaller(state: SeoState, request: RestRequest): OwnMarks {
  const own = state.of(callerOf(request))
  if (own.consent) return own
  const message = 'Sorry, you have to consent to the use of AI before.'
  throw new RestError('seo_consent_required', message, 403)
}
