import type { PageWritten } from '../../core/record/page.ts'

/** The CMS's message for a refused write, with status and error code. */
export function textOfRefusal({ reason, status, code }: Extract<PageWritten, { ok: false }>): string {
  return `${reason} (${status} ${code})`
}
