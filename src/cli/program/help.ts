import { Argument, type Command } from 'commander'

/**
 * Adds the command that prints the help of another command. An unknown name results in the error of an unknown
 * command.
 */
export function addHelpCommand(program: Command): void {
  const help = program.command('help').description('Print the help of a command.')
  const commands = [...program.commands]
  // Only completion uses the names; commander's own check would print all of them.
  const name = new Argument('[command]').choices(commands.map((one) => one.name())).argParser((text) => text)
  help.addArgument(name).action(async (typed?: string) => {
    const found = typed === undefined ? program : commands.find((one) => one.name() === typed)
    if (found !== undefined) found.help()
    await program.parseAsync([typed ?? ''], { from: 'user' })
  })
}
