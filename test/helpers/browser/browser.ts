import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { chromium, type Page } from 'playwright-core'
import { hangMs } from '../hang.ts'

const executablePath = '/usr/bin/chromium'

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Only this machine can be reached, so a page that requests an external font shows its fallback.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

export type Scheme = 'light' | 'dark'
/**
 * How a page is rendered, and by whom. `script: false` disables JavaScript, `motion: false` requests reduced motion;
 * `login` is sent when the server requires one.
 */
export type View = {
  width?: number
  height?: number
  scheme?: Scheme
  script?: boolean
  motion?: boolean
  login?: { username: string; password: string }
}

/** Whether this machine has the browser. */
export const hasBrowser = existsSync(executablePath)

/** A series of screenshots: a URL, a target folder, and the actions before each screenshot. */
export type Sitting = {
  url: string
  folder: string
  name: string
  widths?: readonly number[]
  schemes?: readonly Scheme[]
  prepare?: (page: Page) => Promise<void>
}

export type Browser = {
  /** A page in a separate context (cookies, storage). */
  page(view?: View): Promise<Page>
  /**
   * Takes whole-page screenshots `<name>-<width>-<scheme>.png`, by default 1280 and 390 wide, light and dark. Returns
   * their paths.
   */
  screenshots(sitting: Sitting): Promise<string[]>
  close(): Promise<void>
}

/** Opens Debian's Chromium, headless, with a new profile that is removed on close. */
export async function openBrowser(): Promise<Browser> {
  if (!hasBrowser) {
    throw new Error(
      `There is no browser at ${executablePath}. Call installBrowser() first, or type: sudo apt-get install chromium`,
    )
  }
  const browser = await chromium.launch({ executablePath, args: flags })
  return { page, screenshots, close: () => browser.close() }

  async function page(view: View = {}): Promise<Page> {
    const { width = 1280, height = 900, scheme = 'light', script = true, motion = true, login } = view
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      javaScriptEnabled: script,
      reducedMotion: motion ? 'no-preference' : 'reduce',
      ...(login && { httpCredentials: login }),
    })
    context.setDefaultTimeout(hangMs)
    return context.newPage()
  }

  async function screenshots(sitting: Sitting): Promise<string[]> {
    const { widths = [1280, 390], schemes = ['light', 'dark'] } = sitting
    const views = widths.flatMap((width) => schemes.map((scheme) => ({ width, scheme })))
    const paths: string[] = []
    for (const view of views) paths.push(await picture(sitting, view))
    return paths
  }

  async function picture(
    { url, folder, name, prepare }: Sitting,
    view: Required<Pick<View, 'width' | 'scheme'>>,
  ) {
    const shown = await page(view)
    try {
      await shown.goto(url, { waitUntil: 'load' })
      await prepare?.(shown)
      const path = join(folder, `${name}-${view.width}-${view.scheme}.png`)
      await shown.screenshot({ path, fullPage: true })
      return path
    } finally {
      await shown.context().close()
    }
  }
}

/** Collects the errors of a page from now on: requests to other hosts, and console errors. */
export function faultsOf(page: Page, url: string): string[] {
  const faults: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`)) faults.push(`asked ${request.url()}`)
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  return faults
}
