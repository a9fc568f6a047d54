/** A command about one mirror in a message, up to its verb. */
const command =
  /\bproduct-mirror (?:sync|plan|approve|cancel|verify|undo|rebuild|status|decisions|resolve|retry|history|preview|doctor)\b(?! --mirror )/g

/**
 * Adds `--mirror` to the commands in a message; without a mirror the message is unchanged. Stored messages do not name
 * the mirror; only displayed ones do.
 */
export function nameMirror(text: string, mirror: string | undefined): string {
  return mirror === undefined ? text : text.replace(command, `$& --mirror ${mirror}`)
}
