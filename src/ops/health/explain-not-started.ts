/** Why a mirror did not start, and the remedy. */
export function explainNotStarted(reason: string): string {
  const sentence = reason.endsWith('.') ? reason : `${reason}.`
  return `This mirror did not start: ${sentence} Correct this, then restart the daemon.`
}
