// Preloaded into every process of a world: its clock is ahead of the machine's by as much as the world says.

let aheadMs = Number(process.env['CHAOS_CLOCK_MS'] ?? 0)
const Real = Date
const now = (): number => Real.now() + aheadMs

/** Sets how far the clock of this process is ahead. */
export function setClock(ms: number): void {
  aheadMs = ms
}

globalThis.Date = new Proxy(Real, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  get: (target, key): unknown => (key === 'now' ? now : Reflect.get(target, key)),
})
