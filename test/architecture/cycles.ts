/** One module that depends on another. */
export type Edge = { from: string; to: string }

/** Each cycle once, written `a → b → a`, starting with its alphabetically first module. */
export function cycleFaults(edges: readonly Edge[]): string[] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    if (from === to) continue
    const known = next.get(from)
    if (known) known.add(to)
    else next.set(from, new Set([to]))
  }
  const cycles = new Set<string>()
  const finished = new Set<string>()
  const visit = (node: string, path: readonly string[]): void => {
    const at = path.indexOf(node)
    if (at >= 0) {
      cycles.add(render(path.slice(at)))
      return
    }
    if (finished.has(node)) return
    for (const other of next.get(node) ?? []) visit(other, [...path, node])
    finished.add(node)
  }
  for (const node of [...next.keys()].sort()) visit(node, [])
  return [...cycles].sort()
}

function render(cycle: readonly string[]): string {
  const first = cycle.indexOf([...cycle].sort()[0] ?? '')
  const turned = [...cycle.slice(first), ...cycle.slice(0, first)]
  return [...turned, turned[0]].join(' → ')
}
