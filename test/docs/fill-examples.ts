const marked = /(<!-- example (\S+) -->\n```json\n)[\s\S]*?(\n```)/g

/** The page with each marked example replaced by what the code makes of it; throws for one that nothing makes. */
export function fillExamples(page: string, examples: Readonly<Record<string, string>>): string {
  return page.replace(marked, (_, before: string, name: string, after: string) => {
    const text = examples[name]
    if (text === undefined) throw new Error(`the page shows an example ${name}, which is none`)
    return `${before}${text}${after}`
  })
}

/** The names of the examples that a page shows. */
export function examplesIn(page: string): string[] {
  return [...page.matchAll(marked)].map(([, , name = '']) => name)
}
