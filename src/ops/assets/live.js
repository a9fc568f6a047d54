/**
 * Keeps “Running now” up to date from `/events`, and reloads the page when a run starts or ends. A page with entries in
 * its forms is not reloaded: it shows that it is outdated.
 *
 * @typedef {{ done: number, total: number, language: string }} Share
 * @typedef {{ runId: string, text: string, left: string, pauses: string[], done: number, total: number, languages: Share[], parallel: LiveRun[] }} LiveRun
 */

const section = document.querySelector('#live')
const shownRun = section?.getAttribute('data-run') ?? undefined
const eventsUrl = section?.getAttribute('data-events') ?? '/events'
/** The path of the mirror’s pages. */
const base = eventsUrl.replace(/\/events$/, '')
/** Whether this is the page of a single run. */
const only = section?.hasAttribute('data-only') ?? false

/** @param {string} name */
const part = (name) => section?.querySelector(`[data-live="${name}"]`)

/**
 * @param {Element | null | undefined} element
 * @param {string} text
 */
function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text
}

/**
 * @param {Element | null | undefined} bar
 * @param {{ done: number, total: number }} share
 */
function setBar(bar, { done, total }) {
  if (!(bar instanceof HTMLProgressElement)) return
  bar.max = total || 1
  if (total > 0) bar.value = done
  else bar.removeAttribute('value')
}

/** @param {Share} share */
function toItem({ language }) {
  const item = document.createElement('li')
  const name = document.createElement('span')
  const bar = document.createElement('progress')
  const count = document.createElement('span')
  item.dataset['language'] = language
  name.textContent = language
  bar.setAttribute('aria-label', `Progress of ${language}`)
  count.className = 'count'
  item.append(name, ' ', bar, ' ', count)
  return item
}

/** @param {Share[]} languages */
function showLanguages(languages) {
  const list = part('languages')
  if (!list) return
  const known = [...list.children].map((item) => item.getAttribute('data-language'))
  if (known.join() !== languages.map(({ language }) => language).join())
    list.replaceChildren(...languages.map(toItem))
  for (const [index, share] of languages.entries()) {
    const item = list.children[index]
    setBar(item?.querySelector('progress'), share)
    setText(item?.querySelector('.count'), `${share.done} of ${share.total}`)
  }
}

/** @param {string[]} pauses */
function showPauses(pauses) {
  const list = part('pauses')
  if (!list || [...list.children].map(({ textContent }) => textContent).join('\n') === pauses.join('\n'))
    return
  list.replaceChildren(
    ...pauses.map((pause) => {
      const paragraph = document.createElement('p')
      paragraph.textContent = pause
      return paragraph
    }),
  )
}

/** @param {LiveRun} run */
function toLink({ runId }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  const text = document.createElement('span')
  item.dataset['run'] = runId
  link.href = `${base}/runs/${encodeURIComponent(runId)}`
  link.textContent = runId
  item.append(link, ' ', text)
  return item
}

/** @param {LiveRun[]} runs */
function showParallel(runs) {
  const list = part('parallel')
  if (!list) return
  const known = [...list.children].map((item) => item.getAttribute('data-run'))
  if (known.join() !== runs.map(({ runId }) => runId).join()) list.replaceChildren(...runs.map(toLink))
  for (const [index, { text }] of runs.entries()) setText(list.children[index]?.querySelector('span'), text)
}

/** @param {LiveRun} run */
function show(run) {
  setText(part('text'), run.text)
  setText(part('left'), run.left)
  showPauses(run.pauses)
  setBar(part('bar'), run)
  showLanguages(run.languages)
  if (!only) showParallel(run.parallel)
}

/** Whether a reload would discard something that was entered or selected. */
let isEdited = false
addEventListener('input', () => (isEdited = true))

/** @param {() => void} renew loads the page again */
function onOutdated(renew) {
  if (isEdited) document.querySelector('#outdated')?.removeAttribute('hidden')
  else renew()
}

const events = new EventSource(eventsUrl)
events.addEventListener('run', ({ data }) => {
  /** @type {LiveRun | null} */
  const run = JSON.parse(data)
  const found =
    only && run ? [run, ...run.parallel].find(({ runId }) => runId === shownRun) : (run ?? undefined)
  if (found?.runId !== shownRun) {
    events.close()
    // A message from before the end of a run is outdated after it.
    onOutdated(() => (found ? location.reload() : location.replace(location.pathname)))
  } else if (found) show(found)
})
// A reload would cancel the navigation that a form or a link has started.
addEventListener('submit', () => events.close())
addEventListener('beforeunload', () => events.close())
// The browser’s stored copy of a page is outdated.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
part('reload')?.remove()
