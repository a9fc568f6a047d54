import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createCms } from '../../../src/mock/cms/plugin.ts'
import { routeOf } from '../compare/classes.ts'
import { createDraw } from '../draw/draw.ts'
import { drawSequence } from '../draw/sequence.ts'
import type { Options } from '../options.ts'
import { tellStep } from '../report.ts'
import { shrink } from '../shrink.ts'
import { openBundled } from '../sides.ts'
import type { Answer, Side, Step } from '../step.ts'
import { faultOf, readServerErrors } from './faults.ts'
import { isFlat } from './memory.ts'
import { randomRequest, uploadPicture } from './random-request.ts'

/** Number of requests between two resets: enough to build on one another, few enough to read. */
const blockLength = 200
const timeoutMs = 20_000
const serverErrors = readServerErrors()

type Print = (text: string) => void
type Found = { count: number; readonly why: string | undefined; readonly steps: readonly Step[] }

/**
 * Sends requests with random types in every parameter to the bundled server alone. Prints every kind of server error
 * with its reproduction. Returns true if all are known, nothing crashed or hung, and memory stayed flat.
 */
export async function sendRandomTypes(
  { seed, count, shrink: tries }: Options,
  print: Print,
): Promise<boolean> {
  const bundled = await openBundled()
  const { routes } = createCms()
  const found = new Map<string, Found>()
  const heaps: number[] = []
  try {
    for (let from = 0; from < count; from += blockLength) {
      const draw = createDraw(seed, from)
      // Without these rows, most requests would end at an unknown id.
      const steps = [uploadPicture, ...[0, 1, 2].flatMap((more) => drawSequence(seed, from + more))]
      while (steps.length < Math.min(blockLength, count - from)) steps.push(randomRequest(draw, routes))
      await playBlock(bundled, steps, (step, index, { name, why }) => {
        const before = found.get(name)
        if (before === undefined) found.set(name, { count: 1, why, steps: [...steps.slice(0, index), step] })
        else before.count++
      })
      await bundled.reset()
      heaps.push(usedHeap())
    }
    for (const [name, one] of found)
      if (one.why === undefined) await tell(bundled, name, one, { tries, print })
    for (const line of linesOfKnown(found.values())) print(line)
  } finally {
    await bundled.close()
  }
  const unknown = [...found.values()].filter(({ why }) => why === undefined)
  const flat = isFlat(heaps)
  const quarters = [0.25, 0.5, 0.75, 1].map((share) => heaps[Math.ceil(heaps.length * share) - 1] ?? 0)
  const megabytes = quarters.map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`)
  print(
    `${count} requests, ${unknown.length} unknown kinds of server errors, memory ${megabytes.join(' → ')} (${flat ? 'flat' : 'growing'}).`,
  )
  return unknown.length === 0 && flat
}

type Fault = { readonly name: string; readonly why?: string | undefined }
type Report = (step: Step, index: number, fault: Fault) => void

async function playBlock(side: Side, steps: readonly Step[], report: Report): Promise<void> {
  await side.reset()
  const known: Record<string, unknown> = { site: side.site }
  for (const [index, step] of steps.entries()) {
    const answer = await sendInTime(side, step, known)
    const fault = typeof answer === 'string' ? { name: answer } : describe(answer, step)
    if (fault !== undefined) report(step, index, fault)
  }
}

/** The response, or the reason why there was none. */
async function sendInTime(side: Side, step: Step, known: Record<string, unknown>): Promise<Answer | string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(resolve, timeoutMs, 'no answer in time')
  try {
    return await Promise.race([side.send(step, known), promise])
  } finally {
    clearTimeout(timer)
  }
}

function describe(answer: Answer, step: Step): Fault | undefined {
  const fault = faultOf(answer)
  if (fault === undefined) return undefined
  const { code, message } = fault
  const told = message.replaceAll(/'[^']*'/g, "'…'")
  return {
    name: `${step.method} ${routeOf(step)}: ${answer.status} ${code}: ${told}`,
    why: serverErrors.find(({ fits }) => fits(fault, step))?.why,
  }
}

async function tell(
  side: Side,
  name: string,
  { count, steps }: Found,
  { tries, print }: { tries: number; print: Print },
): Promise<void> {
  const shows = async (shorter: readonly Step[]): Promise<boolean> => {
    let shown = false
    await playBlock(side, shorter, (_step, _index, own) => (shown ||= own.name === name))
    return shown
  }
  const shortest = await shrink(steps, shows, tries)
  print([`${count} × ${name}`, ...shortest.map((step) => `    ${tellStep(step).slice(0, 600)}`)].join('\n'))
}

function linesOfKnown(found: Iterable<Found>): string[] {
  const reasons = Map.groupBy(
    [...found].filter(({ why }) => why !== undefined),
    ({ why }) => why,
  )
  return [...reasons].map(([why, all]) => `${all.reduce((sum, { count }) => sum + count, 0)} × known: ${why}`)
}

/** Bytes in use after a garbage collection. */
function usedHeap(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed
}
