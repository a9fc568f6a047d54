const marked = /(<!-- example (\S+) -->\n```json\n)[\s\S]*?(\n```)/g

/** Replaces each marked example of the page with the generated one. Throws for an unknown example. */
export function fillExamples(page: string, examples: Readonly<Record<string, string>>): string {
  return page.replace(marked, (_, before: string, name: string, after: string) => {
    const text = examples[name]
    if (text === undefined) throw new Error(`The page marks an unknown example: ${name}.`)
    return `${before}${text}${after}`
  })
}

/** The names of the examples on a page. */
export function examplesIn(page: string): string[] {
  return [...page.matchAll(marked)].map(([, , name = '']) => name)
}
