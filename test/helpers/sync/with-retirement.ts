import { withMirror } from './with-mirror.ts'
import type { Mirror } from './sync-deps.ts'
import { sync } from './sync-run.ts'

/** Tests with mirrored records. The first one vanishes at the partner and returns. */
export function withRetirement(gtins: number) {
  return withMirror({ gtins, mirror: { policy: { retireAfterMisses: 1 } }, prepare: sync })
    .extend(
      'setPolicy',
      ({ mirror }) =>
        (policy: Partial<Mirror['policy']>): void =>
          void (mirror.policy = { ...mirror.policy, ...policy }),
    )
    .extend(
      'vanish',
      ({ stage, key }) =>
        () =>
          stage.mock.deleteProduct(key.gtin),
    )
    .extend(
      'comeBack',
      ({ stage, key }) =>
        () =>
          stage.mock.patchProduct(key.gtin, '*', { item_number: 'WIEDER-DA' }),
    )
}
