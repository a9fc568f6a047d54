import { parseArgs } from 'node:util'

export type Options = {
  readonly seed: number
  /** The number of requests to compare. */
  readonly count: number
  /** Plays only this sequence of the seed, and prints each request. */
  readonly only: number | undefined
  /** The number of plays for shortening the reproduction of a class. */
  readonly shrink: number
  /** Sends random types to the bundled server alone instead. */
  readonly types: boolean
}

/** Parses the command line. Throws an Error with the reason for wrong options. */
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
