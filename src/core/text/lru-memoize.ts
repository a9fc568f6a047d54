/** Caches a function. The most recently used entries are kept, up to `maxChars` characters of input and output. */
export function lruMemoize(work: (text: string) => string, maxChars: number): (text: string) => string {
  // A map keeps the order of its keys, so the first key is the least recently used.
  const answers = new Map<string, string>()
  let chars = 0

  return (text) => {
    const known = answers.get(text)
    const answer = known ?? work(text)
    if (known === undefined) chars += text.length + answer.length
    else answers.delete(text)
    answers.set(text, answer)
    for (const [oldest, forgotten] of answers) {
      if (chars <= maxChars) break
      answers.delete(oldest)
      chars -= oldest.length + forgotten.length
    }
    return answer
  }
}
