import { readDocumented } from './compare/documented.ts'
import { drawSequence } from './draw/sequence.ts'
import { judge } from './judge.ts'
import type { Options } from './options.ts'
import { figuresOf, isEnough, short, tellClass, tellDocumented, tellStep } from './report.ts'
import { shrink } from './shrink.ts'
import { openBundled, openEngine } from './sides.ts'
import type { Sides, Step } from './step.ts'
import { createTally } from './tally.ts'

/** Compares the two servers, prints the report, and answers whether enough agrees. */
export async function compareServers(options: Options): Promise<boolean> {
  const engine = await openEngine()
  const bundled = await openBundled()
  try {
    const sides = { engine, bundled }
    return options.only === undefined
      ? await compareMany(sides, options)
      : await compareOne(sides, options.seed, options.only)
  } finally {
    await Promise.all([engine.close(), bundled.close()])
  }
}

async function compareMany(sides: Sides, { seed, count, shrink: tries }: Options): Promise<boolean> {
  const known = readDocumented()
  const tally = createTally()
  for (let index = 0; tally.read().requests < count; index++) {
    const left = count - tally.read().requests
    tally.add(index, await judge(sides, known, drawSequence(seed, index).slice(0, left)))
  }
  const result = tally.read()
  for (const one of result.classes.filter(({ why }) => why === undefined)) {
    const shows = async (steps: readonly Step[]): Promise<boolean> =>
      (await judge(sides, known, steps)).some(({ findings }) =>
        findings.some(({ key, why }) => key === one.key && why === undefined),
      )
    console.log(`${tellClass(one, await shrink(one.sample.steps, shows, tries))}\n`)
  }
  console.log(`${tellDocumented(result.classes)}\n\n${figuresOf(result)}`)
  return isEnough(result)
}

async function compareOne(sides: Sides, seed: number, index: number): Promise<boolean> {
  const verdicts = await judge(sides, readDocumented(), drawSequence(seed, index))
  for (const { exchange, findings } of verdicts) {
    console.log(
      `${tellStep(exchange.step)}\n  engine ${exchange.engine.status}, bundled ${exchange.bundled.status}`,
    )
    for (const { key, why, engine, bundled } of findings)
      console.log(
        `  ${key}${why === undefined ? '' : ` (documented: ${why})`}\n    ${short(engine)}\n    ${short(bundled)}`,
      )
  }
  return verdicts.every(({ findings }) => findings.every(({ why }) => why !== undefined))
}
