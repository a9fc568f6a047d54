/** A use of a metric of ours in an expression: its name without labels, and the names of the labels it is chosen by. */
export type Selector = { metric: string; labels: string[] }

/** The selectors of our own metrics in a text of PromQL. */
export function selectorsIn(text: string): Selector[] {
  return [...text.matchAll(/\bproduct_mirror_\w+(?:\{([^}]*)\})?/g)].map(([found, inner = '']) => ({
    metric: found.replace(/\{.*/s, ''),
    labels: [...inner.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }))
}
