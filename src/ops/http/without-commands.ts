/** A reason without the commands that it recommends: the dashboard has buttons for them. */
export function withoutCommands(reason: string): string {
  return reason.replace(/[.;]?\s*[^.;:]*:\s*product-mirror [^;]*/g, '')
}

/** The same as a sentence of its own. */
export function sentenceOf(message: string): string {
  const said = withoutCommands(message)
  return /[.!?…]$/.test(said) ? said : `${said}.`
}
