/** Why a mirror did not start, and what to do. */
export function explainNotStarted(reason: string): string {
  const sentence = reason.endsWith('.') ? reason : `${reason}.`
  return `This mirror did not start: ${sentence} Correct this, then restart the daemon.`
}
