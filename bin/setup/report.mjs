// What the setup tells a person: calm lines on standard error.

/** Something a person has to do; the message names what failed and what to do. */
export class SetupError extends Error {}

/** Prints one message on standard error. */
export function say(message) {
  process.stderr.write(`setup: ${message}\n`)
}

/** The last lines of a command's output, indented, to stand below an error message. */
export function tailOf(output, lines = 12) {
  return output
    .trim()
    .split('\n')
    .filter((line, index, all) => line !== all[index - 1])
    .slice(-lines)
    .map((line) => `    ${line}`)
    .join('\n')
}
