import { expect, test } from 'vitest'
import { explainProbe } from '../../src/cli/commands/doctor/explain-probe.ts'

const fine = { missing: [], hidden: 0, aheadMs: 400, cached: undefined }

test('doctor has no warning about a site that supports every guarantee', () => {
  expect(explainProbe(fine)).toBe('complete, in time')
})

test.each([
  [
    { cached: 'x-cache: HIT' },
    /a cache serves the CMS’s REST API \(x-cache: HIT\).*Exclude the REST API from the cache/,
  ],
  [{ hidden: 3 }, /hides 3 pages of its newest 100.*Check the user's role/],
  [{ missing: ['x-wp-total', 'x-wp-totalpages'] }, /lack x-wp-total and x-wp-totalpages.*Let the proxy/],
  [{ missing: ['date'], aheadMs: undefined }, /lack the header date.*Let the proxy/],
  [{ aheadMs: 180_000 }, /3 minutes ahead of the clock of this machine. Synchronise both/],
  [{ aheadMs: -7_200_000 }, /2 hours behind the clock of this machine/],
])('doctor warns of %o, with a remedy', (fault, text) => {
  expect(explainProbe({ ...fine, ...fault })).toEqual({ warning: [expect.stringMatching(text)] })
})
