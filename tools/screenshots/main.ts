import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasBrowser, openBrowser } from '../../test/helpers/browser/browser.ts'
import { showPages } from './pages.ts'
import { showDashboard } from './dashboard.ts'
import { takePictures, type Scene } from './save-picture.ts'
import { hasWordPress, showWordPress } from './wordpress.ts'

/** `npm run screenshots -- pages` takes only these; the others are `dashboard` and `wordpress`. */
const parts = process.argv.slice(2)
const isWanted = (part: string): boolean => parts.length === 0 || parts.includes(part)

const folder = join(import.meta.dirname, '..', '..', 'docs', 'images')

if (!hasBrowser) {
  say('No pictures taken: /usr/bin/chromium is missing. Run: sudo apt-get install chromium')
  process.exitCode = 1
} else {
  await takeAll()
}

/** Takes all screenshots again and removes those of scenes that no longer exist. */
async function takeAll(): Promise<void> {
  await mkdir(folder, { recursive: true })
  const files = new Set<string>()
  let total = 0
  const browser = await openBrowser()
  const take = async (scene: Scene): Promise<void> => {
    for (const { file, bytes } of await takePictures(browser, folder, scene)) {
      say(`${file}  ${Math.ceil(bytes / 1000)} kB`)
      files.add(file)
      total += bytes
    }
  }
  try {
    if (isWanted('pages')) await showPages(take)
    if (isWanted('dashboard')) await showDashboard(browser, take)
    if (hasWordPress && isWanted('wordpress')) await showWordPress(take)
    else if (!hasWordPress)
      say('The pictures of WordPress are kept: it is not installed. npm run test:wordpress installs it.')
  } finally {
    await browser.close()
  }
  // A part of the pictures says nothing about the others.
  for (const file of parts.length > 0 ? [] : await readdir(folder)) {
    const kept = files.has(file) || (!hasWordPress && file.startsWith('wordpress-'))
    if (!kept) await rm(join(folder, file))
  }
  say(`${files.size} pictures, ${Math.ceil(total / 1000)} kB`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
