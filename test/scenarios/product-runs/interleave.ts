import { setImmediate as breathe } from 'node:timers/promises'
import { createAdaptiveLimit } from '../../../src/lib/http/adaptive-limit.ts'
import type { SyncDeps } from '../../../src/sync/deps.ts'

/** Not ports, or parts of the environment. */
const noPorts: ReadonlySet<string> = new Set(['policy', 'log', 'renderer', 'keys'])
/** These return at once or call back; those in `inParts` return a part at a time. */
const noSteps = new Set(['clock', 'batchFault', 'uploadFault', 'lastsMs', 'hold'])
const inParts = new Set([
  'scan',
  'scanOutcomes',
  'scanKnown',
  'scanUnchecked',
  'scanMedia',
  'walkCatalog',
  'walkPages',
  'walkBlocks',
  'readModified',
])

/** A process that does one thing at a time; `died` resolves when it is killed: from then on it does nothing. */
export type Process = { deps: SyncDeps; died: Promise<'died'> }

type Waiting = { start: () => void; of: object }

/**
 * Lets several processes continue one step at a time, in an order that `choose` draws. A step is one call of a port, with
 * everything up to the next one. The same draws give the same order. Before each step, `kills` decides whether one of the
 * processes with a step to do is killed instead.
 */
export function createInterleaving({
  choose,
  kills,
}: {
  choose: (count: number) => number
  kills: () => boolean
}) {
  let waiting: Waiting[] = []
  const killers = new Map<object, () => void>()
  let atWork = 0
  const end = new AbortController()
  let steps = 0

  async function step<T>(of: object, call: () => Promise<T>): Promise<T> {
    // A killed process never continues.
    await new Promise<void>((start) => waiting.push({ start, of }))
    atWork++
    try {
      return await call()
    } finally {
      atWork--
    }
  }

  async function* parts<T>(of: object, all: AsyncIterable<T>): AsyncIterable<T> {
    const iterator = all[Symbol.asyncIterator]()
    for (;;) {
      const next = await step(of, () => iterator.next())
      if (next.done === true) return
      yield next.value
    }
  }

  function interleaved<Port extends object>(of: object, port: Port): Port {
    return new Proxy(port, {
      get(target, name: string) {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function' || noSteps.has(name)) return method
        const call = (args: unknown[]): unknown => Reflect.apply(method, target, args)
        if (inParts.has(name)) return (...args: unknown[]) => parts(of, call(args) as AsyncIterable<unknown>)
        return (...args: unknown[]) => step(of, async () => call(args))
      },
    })
  }

  function kill(of: object): void {
    waiting = waiting.filter((one) => one.of !== of)
    killers.get(of)?.()
    killers.delete(of)
  }

  /** Gives the next step to one of those that wait, whenever all of them do. */
  async function drive(): Promise<void> {
    while (!end.signal.aborted) {
      await breathe()
      if (atWork > 0 || waiting.length === 0) continue
      const at = choose(waiting.length)
      const [next] = waiting.slice(at, at + 1)
      if (next === undefined) continue
      steps++
      if (killers.has(next.of) && kills()) kill(next.of)
      else {
        waiting.splice(at, 1)
        next.start()
      }
    }
  }

  return {
    /** A process; one that is not `mortal` is never killed. */
    open(deps: SyncDeps, mortal: boolean): Process {
      const of = {}
      const wrapped = Object.entries(deps).map(([name, value]: [string, unknown]) => {
        const isPort =
          typeof value === 'object' && value !== null && !Array.isArray(value) && !noPorts.has(name)
        return [name, isPort ? interleaved(of, value) : value]
      })
      const died = new Promise<'died'>((resolve) => {
        if (mortal) killers.set(of, () => resolve('died'))
      })
      // A killed process holds back only its own writes.
      const own = { writesInFlight: createAdaptiveLimit(3) }
      return { deps: { ...deps, ...(Object.fromEntries(wrapped) as Partial<SyncDeps>), ...own }, died }
    },
    /** Lets a script take its turn among the processes. */
    turn: () => step({}, async () => undefined),
    /** Runs the scripts until all of them have ended; returns how many steps were taken. */
    async run(scripts: readonly (() => Promise<unknown>)[]): Promise<number> {
      const driven = drive()
      try {
        await Promise.all(scripts.map((script) => script()))
      } finally {
        end.abort()
        await driven
      }
      return steps
    },
  }
}
