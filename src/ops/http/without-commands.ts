/** A reason without the commands that it recommends, because the dashboard has buttons for them. */
export function withoutCommands(reason: string): string {
  return reason.replace(/[.;]?\s*[^.;:]*:\s*product-mirror [^;]*/g, '')
}

/** The same, as a sentence. */
export function sentenceOf(message: string): string {
  const text = withoutCommands(message)
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
