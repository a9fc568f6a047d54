/** The usual cause of a single hidden page, for a message about it. */
export function hiddenFromEditors(count: number): string {
  return count === 1 ? ' (an editor may not edit the page of the privacy policy, which may be this one)' : ''
}
