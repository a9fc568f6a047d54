import { Argument, type Command } from 'commander'

/**
 * Adds the verb that prints the help of another verb. An unknown name results in the error of an unknown
 * verb.
 */
export function addHelpVerb(program: Command): void {
  const help = program.command('help').description('print the help of a verb')
  const verbs = [...program.commands]
  // Only completion uses the names; commander's own check would print all of them.
  const name = new Argument('[verb]').choices(verbs.map((verb) => verb.name())).argParser((text) => text)
  help.addArgument(name).action(async (typed?: string) => {
    const found = typed === undefined ? program : verbs.find((verb) => verb.name() === typed)
    if (found !== undefined) found.help()
    await program.parseAsync([typed ?? ''], { from: 'user' })
  })
}
