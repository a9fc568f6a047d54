import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasBrowser, openBrowser } from '../../test/helpers/browser/browser.ts'
import { showDashboard } from './dashboard.ts'
import { takePictures, type Scene } from './save-picture.ts'
import { hasWordPress, showWordPress } from './wordpress.ts'

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
    await showDashboard(browser, take)
    if (hasWordPress) await showWordPress(take)
    else say('The pictures of WordPress are kept: it is not installed. npm run test:wordpress installs it.')
  } finally {
    await browser.close()
  }
  for (const file of await readdir(folder)) {
    const kept = files.has(file) || (!hasWordPress && file.startsWith('wordpress-'))
    if (!kept) await rm(join(folder, file))
  }
  say(`${files.size} pictures, ${Math.ceil(total / 1000)} kB`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
