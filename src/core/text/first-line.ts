const mostChars = 80

/** The first line of a text, shortened to 80 characters. */
export function firstLine(text: string): string {
  const [line = ''] = text.split('\n')
  const short = line.length > mostChars ? line.slice(0, mostChars).toWellFormed() : line
  return short === text ? text : `${short}…`
}
