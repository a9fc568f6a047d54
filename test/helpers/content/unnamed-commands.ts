/** The commands about a mirror in a text that do not name this one, up to their verb. */
export function unnamedCommands(text: string, mirror: string): string[] {
  const verbs =
    'sync|plan|approve|cancel|verify|undo|rebuild|status|decisions|resolve|retry|history|preview|doctor'
  return text.match(new RegExp(`\\bproduct-mirror (?:${verbs})\\b(?! --mirror ${mirror}\\b)`, 'g')) ?? []
}
