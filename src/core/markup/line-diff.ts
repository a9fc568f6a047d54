import { diffArrays } from 'diff'

export type DiffLine = { mark: ' ' | '-' | '+'; text: string }

/** Two texts as one list of lines: those that stay, those that go (`-`) and those that come (`+`). */
export function diffLines(before: string, after: string): DiffLine[] {
  return diffArrays(toLines(before), toLines(after)).flatMap(({ added, removed, value }) => {
    const changed = added ? '+' : '-'
    return value.map((text) => ({ mark: added || removed ? changed : ' ', text }))
  })
}

function toLines(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}
