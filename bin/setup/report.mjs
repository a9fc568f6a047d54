// Messages of the setup, on standard error.

/** A failure that the user must fix; the message says what failed and what to do. */
export class SetupError extends Error {}

/** Prints one message on standard error. */
export function say(message) {
  process.stderr.write(`setup: ${message}\n`)
}

/** The last lines of a command's output, indented for an error message. */
export function tailOf(output, lines = 12) {
  return output
    .trim()
    .split('\n')
    .filter((line, index, all) => line !== all[index - 1])
    .slice(-lines)
    .map((line) => `    ${line}`)
    .join('\n')
}
