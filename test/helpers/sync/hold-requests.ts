import { expect, vi } from 'vitest'
import type { FaultRule } from '../../../src/mock/contracts/fault-rule.ts'
import { patiently } from '../hang.ts'
import type { MockServer } from '../world/mock-server.ts'

type Where = Pick<FaultRule, 'side'> & { path: string; after?: number; holds?: string }

/** From now on, or after so many of them, the server holds such requests until the faults are cleared; what is answered waits until one is held. */
export async function holdRequests(mock: MockServer, where: Where): Promise<() => Promise<void>> {
  const held = async (): Promise<number> => (await mock.stats()).faults['hold'] ?? 0
  const before = await held()
  await mock.faults([{ kind: 'hold', ...where }])
  return () => vi.waitFor(async () => expect(await held()).toBeGreaterThan(before), patiently)
}
