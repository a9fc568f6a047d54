import { expect, vi } from 'vitest'
import type { FaultRule } from '../../../src/mock/contracts/fault-rule.ts'
import { patiently } from '../hang.ts'
import type { MockServer } from '../world/mock-server.ts'

type Where = Pick<FaultRule, 'side'> & { path: string; after?: number; holds?: string }

/**
 * Makes the server hold such requests until the rules are cleared, from now on or after a number of them. The returned
 * function waits until one is held.
 */
export async function holdRequests(mock: MockServer, where: Where): Promise<() => Promise<void>> {
  const held = async (): Promise<number> => (await mock.stats()).faults['hold'] ?? 0
  const before = await held()
  await mock.faults([{ kind: 'hold', ...where }])
  return () => vi.waitFor(async () => expect(await held()).toBeGreaterThan(before), patiently)
}
