export type DiffLine = { mark: ' ' | '-' | '+'; text: string }

/** Two texts as one list of lines: those that stay, those that go (`-`) and those that come (`+`); for some hundred lines. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [toLines(before), toLines(after)]
  const common = commonLengths(old, now)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [left = '', right = ''] = [old[i], now[j]]
    if (i < old.length && j < now.length && left === right) {
      lines.push({ mark: ' ', text: left })
      i++
      j++
    } else if (i < old.length && (j >= now.length || at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push({ mark: '-', text: left })
      i++
    } else {
      lines.push({ mark: '+', text: right })
      j++
    }
  }
  return lines
}

/** For each pair of positions the length of the longest common subsequence of what follows. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const common = Array.from({ length: old.length + 1 }, () => Array<number>(now.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const length =
        old[i] === now[j]
          ? at(common, i + 1, j + 1) + 1
          : Math.max(at(common, i + 1, j), at(common, i, j + 1))
      common[i]?.fill(length, j, j + 1)
    }
  }
  return common
}

function at(common: readonly number[][], i: number, j: number): number {
  return Number(common[i]?.[j])
}

function toLines(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}
