const marked = /(<!-- table (\S+) -->)[\s\S]*?(<!-- end of table -->)/g

/** Replaces each marked table of the page with the computed one. Throws for an unknown table. */
export function fillTables(page: string, tables: Readonly<Record<string, string>>): string {
  return page.replace(marked, (_, before: string, name: string, after: string) => {
    const table = tables[name]
    if (table === undefined) throw new Error(`The page marks an unknown table: ${name}.`)
    return `${before}\n\n${table}\n\n${after}`
  })
}

/** The names of the tables on a page. */
export function tablesIn(page: string): string[] {
  return [...page.matchAll(marked)].map(([, , name = '']) => name)
}
