/** A recommended command: the words before it, and its arguments, of which the first is its name. */
export type Command = { lead: string; argv: readonly string[] }

/** A sentence, and the arguments of the command that helps. */
export type Advice = { text: string; argv?: readonly string[] | undefined }

/** Commands that start something for all mirrors, or for none. */
const withoutMirror = new Set(['init', 'daemon', 'demo', 'completion'])

/**
 * `product-mirror sync --mirror shop --language de-de`, quoted for a shell; `mirror`: one of several mirrors, which the
 * command names.
 */
export function commandText({ argv }: Pick<Command, 'argv'>, mirror: string | undefined): string {
  const [name = '', ...rest] = argv
  const option = mirror === undefined || withoutMirror.has(name) ? [] : ['--mirror', mirror]
  return ['product-mirror', name, ...option, ...rest].map(quoted).join(' ')
}

/** `To mirror it again: product-mirror resolve 4026639012345 de-de release` */
export function commandClause(command: Command, mirror: string | undefined): string {
  return `${command.lead}: ${commandText(command, mirror)}`
}

/** `2 records are failing: product-mirror status --failing` */
export function adviceText({ text, argv }: Advice, mirror: string | undefined): string {
  return argv === undefined ? text : `${text}: ${commandText({ argv }, mirror)}`
}

/** Why a request is refused, and the command that helps. */
export type Objection = { reason: string; command?: Command | undefined }

/** `Run 7 does not exist. See: product-mirror status` */
export function objectionText({ reason, command }: Objection, mirror: string | undefined): string {
  return command === undefined ? reason : `${reason} ${commandClause(command, mirror)}`
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
