/** One use of our metrics in an expression: the name without labels, and the names of its label matchers. */
export type Selector = { metric: string; labels: string[] }

/** The selectors of our metrics in a PromQL text. */
export function selectorsIn(text: string): Selector[] {
  return [...text.matchAll(/\bproduct_mirror_\w+(?:\{([^}]*)\})?/g)].map(([found, inner = '']) => ({
    metric: found.replace(/\{.*/s, ''),
    labels: [...inner.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }))
}
