// Preloaded into every process of a world: sets the process's clock ahead of the machine's.

let aheadMs = Number(process.env['CHAOS_CLOCK_MS'] ?? 0)
const Real = Date
const now = (): number => Real.now() + aheadMs

/** Sets by how much the clock of this process is ahead. */
export function setClock(ms: number): void {
  aheadMs = ms
}

globalThis.Date = new Proxy(Real, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  get: (target, key): unknown => (key === 'now' ? now : Reflect.get(target, key)),
})
