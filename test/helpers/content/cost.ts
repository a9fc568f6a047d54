/** CPU time up to this value in ms is noise and not used for ratios. */
const noiseMs = 2
const rounds = 3

/** The growth of CPU time from one input to the other, as the minimum of several rounds. */
export function growthOf(work: (text: string) => unknown, small: string, large: string): number {
  return (leastMs(work, large) + noiseMs) / (leastMs(work, small) + noiseMs)
}

/** A short text repeated up to a length. */
export function pumped(pump: string, length: number): string {
  return pump.repeat(Math.floor(length / pump.length))
}

function leastMs(work: (text: string) => unknown, text: string): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage()
    work(text)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}
