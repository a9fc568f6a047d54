/** A command about one mirror in a text, up to its verb. */
const command =
  /\bproduct-mirror (?:sync|plan|approve|cancel|verify|undo|rebuild|status|decisions|resolve|retry|history|preview|doctor)\b(?! --mirror )/g

/**
 * A text whose commands name the mirror that they are about; without a mirror the text as it is. What is stored names
 * none: only what is shown does.
 */
export function nameMirror(text: string, mirror: string | undefined): string {
  return mirror === undefined ? text : text.replace(command, `$& --mirror ${mirror}`)
}
