/** The commands about a mirror in a text that do not name this one, up to their name. */
export function unnamedCommands(text: string, mirror: string): string[] {
  const names =
    'sync|plan|approve|cancel|verify|undo|rebuild|status|runs|decisions|resolve|retry|history|preview|doctor'
  return text.match(new RegExp(`\\bproduct-mirror (?:${names})\\b(?! --mirror ${mirror}\\b)`, 'g')) ?? []
}
