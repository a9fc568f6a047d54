import { ConfigError } from '../../../lib/errors.ts'
import { toCheckLines } from '../../output/doctor-lines.ts'
import { createPaint } from '../../terminal/color.ts'
import { print, printText } from '../../terminal/print.ts'
import type { Questions } from '../../terminal/questions.ts'
import { columnsOf } from '../../terminal/wrap.ts'
import { isSecret, normalize, settings, valueIn, type Setting, type Values } from './settings.ts'
import { stages, type Stage } from './stages.ts'
import { testStage } from './test-stage.ts'

export type Terms = {
  env: NodeJS.ProcessEnv
  /** The values of the options. */
  flags: Values
  /** The variables of the env file. */
  stored: Readonly<Record<string, string>>
  questions: Questions
  stop: AbortSignal
}

/** The tested values. `seen`: the user was prompted for these, and saw that they have a stored value. */
export type Obtained = { values: Values; seen: Set<string> }

type State = Obtained & { passwordPage?: string | undefined; isAnnounced?: boolean }

/**
 * Obtains each setting from the options, the environment or the user, and tests it. After a failure, the user
 * sees the reason and enters the value again. Without a user, a failure throws ConfigError. Undefined: cancelled.
 */
export async function obtainAll(terms: Terms): Promise<Obtained | undefined> {
  const state: State = { values: {}, seen: new Set() }
  for (const stage of stages) if (!(await obtain(stage, state, terms))) return undefined
  return state
}

/** Obtains the settings of one stage; false: cancelled. */
async function obtain(stage: Stage, state: State, terms: Terms): Promise<boolean> {
  const { env, questions, stop } = terms
  // A token is used instead of user and password.
  const names =
    valueIn(env, 'CMS_TOKEN') === undefined ? stage.names : stage.names.filter((name) => !isLogin(name))
  let entered: Values = {}
  for (let isFirst = true; ; isFirst = false) {
    for (const name of names) {
      const given = isFirst ? givenOf(name, terms) : undefined
      const value = given ?? (await request(name, entered[name], state, terms))
      if (value === undefined) return false
      entered = { ...entered, [name]: normalize(name, value) }
    }
    const tested = await testStage(stage, { env, values: { ...state.values, ...entered } }, stop)
    if (stop.aborted) return false
    const { failed, values, passwordPage } = tested
    if (failed !== undefined && (!questions.isTerminal || names.length === 0)) {
      const flags = names.map((name) => settings[name].flag).join(', ')
      throw new ConfigError(`${flags === '' ? '' : `${flags}: `}${failed}${hintFor(names, state)}`)
    }
    const paint = createPaint(process.stdout)
    for (const one of tested.checked) print(toCheckLines(one, paint, columnsOf(process.stdout)))
    if (failed !== undefined) continue
    Object.assign(state.values, entered, values)
    state.passwordPage ??= passwordPage
    return true
  }
}

/** The value that no user has to enter. On a terminal, a stored value is only the default of the question. */
function givenOf(name: Setting, { env, flags, stored, questions }: Terms): string | undefined {
  const isStored = (stored[name] ?? '') !== '' && stored[name] === env[name]
  return flags[name] ?? (questions.isTerminal && isStored ? undefined : valueIn(env, name))
}

/**
 * Requests a value; `last` was entered before and failed. Undefined: cancelled. Throws ConfigError if the input of a
 * program has no value.
 */
async function request(
  name: Setting,
  last: string | undefined,
  state: State,
  { stored, questions, stop }: Terms,
): Promise<string | undefined> {
  const { words, flag } = settings[name]
  if (questions.isTerminal && isLogin(name)) announce(state)
  const usual = isSecret(name) && last !== undefined ? '' : (last ?? stored[name] ?? '')
  for (;;) {
    const answer = await questions.ask({
      text: `${words}${defaultOf(name, usual)}: `,
      secret: isSecret(name),
    })
    if (stop.aborted || (answer === undefined && questions.isTerminal)) return undefined
    const value = (answer ?? '') === '' ? usual : answer
    if (value !== undefined && value !== '') {
      if ((stored[name] ?? '') !== '' && questions.isTerminal) state.seen.add(name)
      return value
    }
    if (!questions.isTerminal)
      throw new ConfigError(
        `${name} is missing. Run init on a terminal, or set it with ${flag}, as a variable, or as a line of standard input.${hintFor([name], state)}`,
      )
  }
}

function defaultOf(name: Setting, usual: string): string {
  if (isSecret(name)) return usual === '' ? ' (hidden)' : ' (hidden; Enter keeps the current one)'
  return usual === '' ? '' : ` [${usual}]`
}

/** Prints once where the application password is created. */
function announce(state: State): void {
  if (state.isAnnounced === true || state.passwordPage === undefined) return
  state.isAnnounced = true
  print([
    '',
    'Create an application password, as a user of the site with the role',
    'administrator or editor:',
  ])
  // A broken URL cannot be copied.
  printText(state.passwordPage)
  print([''])
}

function hintFor(names: readonly Setting[], { passwordPage }: State): string {
  if (passwordPage === undefined || !names.some(isLogin)) return ''
  return ` Application passwords are created at ${passwordPage}`
}

function isLogin(name: Setting): boolean {
  return name === 'CMS_USER' || name === 'CMS_PASSWORD'
}
