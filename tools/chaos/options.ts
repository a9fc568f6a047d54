import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

export type Options = {
  schedules: number
  seed: number
  /** The index of the first schedule. */
  from: number
  /** From one index to the next. */
  step: number
  parallel: number
  /** Only this index of the seed. */
  only: number | undefined
  /** A schedule as JSON, to play instead of drawn ones. */
  replay: string | undefined
  plant: string | undefined
  firstSyncKills: number | undefined
  /** Plays to spend on making a failing schedule smaller. */
  shrink: number
  /** Plays all on a cluster instead of every tenth. */
  cluster: boolean
  /** Plays all with two daemons instead of every fifth. */
  fleet: boolean
  /** Only the parts and rules that a long series has been played with. */
  proven: boolean
  /** Each so-many-th schedule is also played without trouble, and the ends are compared; 0: none. */
  calm: number
}

/** Reads the command line; throws an Error that names what is wrong. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      schedules: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      step: { type: 'string', default: '1' },
      parallel: { type: 'string', default: String(3 * availableParallelism()) },
      only: { type: 'string' },
      replay: { type: 'string' },
      plant: { type: 'string' },
      'first-sync-kills': { type: 'string' },
      shrink: { type: 'string', default: '40' },
      calm: { type: 'string', default: '4' },
      cluster: { type: 'boolean', default: false },
      fleet: { type: 'boolean', default: false },
      proven: { type: 'boolean', default: false },
    },
  })
  const whole = (name: Exclude<keyof typeof values, 'cluster' | 'fleet' | 'proven'>, least = 0): number => {
    const number = Number(values[name])
    if (Number.isInteger(number) && number >= least) return number
    throw new Error(`--${name} must be a whole number from ${least}; read ${values[name]}`)
  }
  return {
    schedules: whole('schedules', 1),
    seed: whole('seed'),
    from: whole('from'),
    step: whole('step', 1),
    parallel: whole('parallel', 1),
    only: values.only === undefined ? undefined : whole('only'),
    replay: values.replay,
    plant: values.plant,
    firstSyncKills: values['first-sync-kills'] === undefined ? undefined : whole('first-sync-kills'),
    shrink: whole('shrink'),
    calm: whole('calm'),
    cluster: values.cluster,
    fleet: values.fleet,
    proven: values.proven,
  }
}
