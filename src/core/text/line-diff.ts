import { diffArrays } from 'diff'

export type DiffLine = { mark: ' ' | '-' | '+'; text: string }

/** Two versions as one list of lines: unchanged, removed (`-`) and added (`+`). */
export function diffLines(before: string, after: string): DiffLine[] {
  return diffArrays(toLines(before), toLines(after)).flatMap(({ added, removed, value }) => {
    const changed = added ? '+' : '-'
    return value.map((text) => ({ mark: added || removed ? changed : ' ', text }))
  })
}

function toLines(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}
