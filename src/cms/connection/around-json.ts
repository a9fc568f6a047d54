import type { Read } from '../../lib/http/exchange.ts'
import type { Response } from '../../lib/http/send.ts'
import { claimsJson, findStray } from '../../lib/http/stray-text.ts'

/**
 * Removes text around the JSON of a response, such as a warning of a plug-in. After text before the JSON,
 * status and headers count only if they declare JSON. PHP that sends such text early loses both, and every
 * response is then a 200 with one part.
 */
export function withoutStray(
  response: Response,
  onStray: ((stray: string) => void) | undefined,
): Read<Response> {
  const stray = findStray(response)
  if (stray === undefined) return { ok: true, value: response }
  const { words, place, json } = stray
  const shown = `“${words}” ${place} its JSON`
  onStray?.(shown)
  if (json !== undefined && (place === 'after' || claimsJson(response)))
    return { ok: true, value: { ...response, bytes: json } }
  return { ok: false, reason: `returned ${response.status} with ${shown}. ${strayRemedy}` }
}

export const strayRemedy =
  'Repair the plug-in, theme or cache that writes it, or set WP_DEBUG_DISPLAY to false in wp-config.php'
