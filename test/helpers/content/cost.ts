/** CPU time in ms that is noise: no ratio is made of it. */
const noiseMs = 2
const rounds = 3

/** By how much the CPU time of work grows from one input to the next, at its least over several rounds. */
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
