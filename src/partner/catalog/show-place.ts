/** The place of a catalogue as a message shows it: a URL without its user, password and query. */
export function showPlace(place: string): string {
  const url = urlOf(place)
  if (url === undefined) return place
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`
}

/** The parts of the place that messages must not quote. */
export function secretsOfPlace(place: string): string[] {
  const url = urlOf(place)
  if (url === undefined) return []
  const { username, password, search, href } = url
  return [
    href,
    place,
    `${username}:${password}`,
    password,
    search.slice(1),
    ...url.searchParams.values(),
  ].filter((text) => text !== '' && text !== ':')
}

function urlOf(place: string): URL | undefined {
  return /^https?:\/\//i.test(place) ? (URL.parse(place) ?? undefined) : undefined
}
