/**
 * The same function with a memory: answers for the texts used last are kept, `maxChars` of texts and answers in all.
 */
export function remember(work: (text: string) => string, maxChars: number): (text: string) => string {
  // A map keeps its keys in order, so its first key is the one not used for longest.
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
