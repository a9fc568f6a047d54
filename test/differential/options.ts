import { parseArgs } from 'node:util'

export type Options = {
  readonly seed: number
  /** Requests to compare. */
  readonly count: number
  /** Only this sequence of the seed, told request by request. */
  readonly only: number | undefined
  /** Plays to spend on a class of differences to make its reproduction shorter. */
  readonly shrink: number
  /** Send random types to the bundled server alone instead. */
  readonly types: boolean
}

/** Reads the command line; throws an Error that names what is wrong. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string' },
      only: { type: 'string' },
      shrink: { type: 'string', default: '25' },
      types: { type: 'boolean', default: false },
    },
  })
  const whole = (name: string, value: string, least = 0): number => {
    const number = Number(value)
    if (value.trim() !== '' && Number.isInteger(number) && number >= least) return number
    throw new Error(`--${name} must be a whole number from ${least}; read ${value}`)
  }
  return {
    seed: whole('seed', values.seed),
    count: whole('count', values.count ?? (values.types ? '20000' : '6000'), 1),
    only: values.only === undefined ? undefined : whole('only', values.only),
    shrink: whole('shrink', values.shrink),
    types: values.types,
  }
}
