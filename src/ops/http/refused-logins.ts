import { Counter } from 'prom-client'

/** `wrong`: a password or token that was checked; `limited`: an attempt that was refused unchecked. */
export type RefusedLogins = Counter<'reason'>

export function createRefusedLogins(): RefusedLogins {
  const counter = new Counter({
    name: 'product_mirror_refused_logins_total',
    help: 'Refused logins of this process: wrong passwords or tokens, and attempts over the limit.',
    labelNames: ['reason'],
    registers: [],
  })
  for (const reason of ['wrong', 'limited']) counter.inc({ reason }, 0)
  return counter
}
