import type { Daemon } from './daemon.ts'
import { startDaemon } from './daemon.ts'
import type { Kill } from '../story/schedule.ts'

/** A daemon that exits so often on its own will not do its work. */
const patience = 3

/** Keeps so many daemons alive, as a container engine does: one that ends is started again. */
export function createSupervisor(options: {
  count: number
  main: string
  env: Record<string, string>
  say: (line: string) => void
}) {
  const { count, env, say } = options
  const slots: { daemon: Daemon | undefined; kills: Kill[] }[] = []
  let supervising = false
  let starts = 0
  const odd: string[] = []

  function start(slot: number): void {
    const place = slots[slot]
    if (place === undefined) return
    const kill = place.kills.shift()
    const number = ++starts
    say(`— daemon ${number} starts${kill === undefined ? '' : `, to end: ${JSON.stringify(kill)}`}`)
    const daemon = startDaemon({ ...options, env: { ...env, CHAOS_CLOCK_MS: String(clockOf(kill)) }, kill })
    place.daemon = daemon
    void watch(slot, number, daemon)
  }

  /** A process that is to be killed may have a clock that is ahead of all others. */
  const clockOf = (kill: Kill | undefined): number =>
    Number(env['CHAOS_CLOCK_MS'] ?? '0') + (kill?.aheadMs ?? 0)

  async function arm(daemon: Daemon, kill: Kill | undefined): Promise<void> {
    await daemon.setClock(clockOf(kill))
    await daemon.arm(kill)
  }

  async function watch(slot: number, number: number, daemon: Daemon): Promise<void> {
    await daemon.exited
    const how = daemon.ended()
    say(`— daemon ${number} ended: ${how}`)
    if (how !== 'SIGKILL' && how !== 'code 0') odd.push(`${how}: ${daemon.complaint().slice(0, 500)}`)
    if (supervising && slots[slot]?.daemon === daemon && odd.length < patience) start(slot)
  }

  return {
    /** Lets daemons live from now on, with the kills that end them in turn; running ones get them at once. */
    async supervise(kills: readonly Kill[]): Promise<void> {
      supervising = true
      for (let slot = 0; slot < count; slot++) {
        const mine = kills.filter((_, index) => index % count === slot)
        const place = (slots[slot] ??= { daemon: undefined, kills: [] })
        place.kills = mine
        if (place.daemon === undefined || place.daemon.ended() !== undefined) start(slot)
        else await arm(place.daemon, mine.shift())
      }
    },
    /** Sets the clocks of all that live; those that start later have that of their environment. */
    async setClock(aheadMs: number): Promise<void> {
      await Promise.all(slots.flatMap(({ daemon }) => daemon?.setClock(aheadMs) ?? []))
    },
    /** The ops address of a daemon that is ready, if any. */
    url: (): string | undefined => slots.map(({ daemon }) => daemon?.url()).find((url) => url !== undefined),
    /** Whether daemons are kept alive, so that one responds sooner or later. */
    isSupervising: () => supervising,
    starts: () => starts,
    hasGivenUp: () => odd.length >= patience,
    /** The exits of daemons that were not killed. */
    odd: () => odd,
    /** Ends all of them and waits. */
    async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
      supervising = false
      for (const { daemon } of slots) daemon?.stop(signal)
      await Promise.all(slots.flatMap(({ daemon }) => (daemon === undefined ? [] : [daemon.exited])))
      slots.length = 0
    },
  }
}

export type Supervisor = ReturnType<typeof createSupervisor>
