/** Why a mirror did not start, and what to do. */
export function explainNotStarted(reason: string): string {
  const sentence = /[.)]$/.test(reason) ? reason : `${reason}.`
  return `This mirror did not start: ${sentence} Correct this, then restart the daemon.`
}
