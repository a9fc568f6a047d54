import { Argument, type Command } from 'commander'

/** Adds the verb that explains another one of the program it is added to; of a mistyped one it says which may be meant. */
export function addHelpVerb(program: Command): void {
  const help = program.command('help').description('all about one verb')
  const names = program.commands.map((verb) => verb.name())
  // The names are for completion. Of another one the program itself says what is wrong, as if it had been typed alone.
  const verb = new Argument('[verb]').choices(names).argParser((name: string) => name)
  help.addArgument(verb).action(async (name: string | undefined) => {
    const found = name === undefined ? program : program.commands.find((each) => each.name() === name)
    if (found !== undefined) found.help()
    await program.parseAsync([name ?? ''], { from: 'user' })
  })
}
