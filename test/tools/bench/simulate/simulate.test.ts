import { describe, expect, test } from 'vitest'
import { costs } from '../../../../tools/bench/costs.ts'
import { defaults, findLimits, simulate } from '../../../../tools/bench/simulate/simulate.ts'

const site = { ...defaults, gtins: 1_000, languages: 10 }

describe('the simulation', () => {
  test('adds up the measured costs of records, pages and files', () => {
    const { records, first, usual, redisBytes } = simulate(site)
    expect(records).toBe(10_000)
    expect(first.partnerRequests).toBe(10_000 + 2_000)
    expect(first.partnerHours).toBeCloseTo(12_000 / 50 / 3_600)
    expect(first.cmsRequests).toBe(100 + 400 + 4_000)
    expect(first.cmsHours * 3_600_000).toBeCloseTo(
      10_000 * costs.pageOfCms.value + 2_000 * costs.fileOfCms.value,
    )
    expect(usual.partnerRequests).toBe(10_000 + 20)
    expect(usual.cmsRequests).toBe(1 + 4 + 40)
    expect(redisBytes).toBe(59_500_000)
  })

  test('grows with the records, and no faster', () => {
    const [one, ten] = [simulate(site), simulate({ ...site, gtins: 10_000 })]
    expect(ten.first.cmsHours / one.first.cmsHours).toBeCloseTo(10)
    expect(ten.redisMostBytes / one.redisMostBytes).toBeCloseTo(10)
  })

  test('divides everything except the partner’s limit among mirrors', () => {
    const large = { ...defaults, rate: 10_000 }
    const [one, ten] = [simulate(large), simulate({ ...large, mirrors: 10 })]
    expect(ten.redisBytes * 10).toBe(one.redisBytes)
    expect(ten.usual.partnerHours).toBeGreaterThanOrEqual(one.usual.partnerHours)
    expect(ten.usual.processes).toBeLessThan(one.usual.processes)
  })

  test('needs more processes for a slower partner, each gaining what was measured', () => {
    const slow = { ...defaults, latencyMs: 500 }
    expect(simulate(site).usual.processes).toBe(1)
    // 30 million responses of 500 ms, 16 at a time, take 260 hours: 32.6 times the window.
    expect(simulate(slow).usual.processes).toBe(
      Math.ceil(2 ** (Math.log(32.55) / Math.log(costs.gain.value))),
    )
  })

  test('names the limits that are exceeded, the worst first', () => {
    expect(findLimits(site)).toEqual([])
    const found = findLimits(defaults)
    expect(found.map(({ times }) => times)).toEqual(found.map(({ times }) => times).toSorted((a, b) => b - a))
    expect(found.map(({ what }) => what)).toContain('the partner’s limit, a usual run within 8 h')
    expect(findLimits({ ...defaults, windowHours: 1e9, gtins: 900_000 }).map(({ what }) => what)).toEqual([
      'Redis on one node, 64 GB',
      'memory of a process, 4 GB',
    ])
  })
})
