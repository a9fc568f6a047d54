import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Browser, Scheme } from '../../test/helpers/browser/browser.ts'
import type { Page } from 'playwright-core'

/** A subject; its files are `<name>-<width>.png` and `<name>-<width>-dark.png`. */
export type Scene = {
  name: string
  url: string
  /** The `authorization` header for the dashboard. */
  authorization?: string
  looks?: readonly Look[]
  /** Longer pages are cut at this height. */
  maxHeight?: number
  /** Fewer colours make a smaller file. */
  colours?: number
  prepare?: (page: Page) => Promise<void>
}

/** A viewport. */
export type Look = { width: number; scheme: Scheme }

export const wide: Look = { width: 1280, scheme: 'light' }
export const wideDark: Look = { width: 1280, scheme: 'dark' }
export const narrow: Look = { width: 390, scheme: 'light' }
export const narrowDark: Look = { width: 390, scheme: 'dark' }

/** Saves the screenshots of a scene as small PNG files; returns their names and sizes in bytes. */
export async function takePictures(
  browser: Browser,
  folder: string,
  scene: Scene,
): Promise<{ file: string; bytes: number }[]> {
  const taken = []
  for (const look of scene.looks ?? [wide, narrow]) taken.push(await take(browser, folder, scene, look))
  return taken
}

async function take(browser: Browser, folder: string, scene: Scene, look: Look) {
  const { name, url, authorization, colours, maxHeight = look.width === 390 ? 1500 : 1280 } = scene
  const page = await browser.page(look)
  try {
    if (authorization !== undefined) await page.setExtraHTTPHeaders({ authorization })
    await page.goto(url, { waitUntil: 'load' })
    await scene.prepare?.(page)
    await loadPictures(page)
    const file = `${name}-${look.width}${look.scheme === 'dark' ? '-dark' : ''}.png`
    const bytes = await shrink(await page.screenshot({ fullPage: true }), { maxHeight, colours })
    await writeFile(join(folder, file), bytes)
    return { file, bytes: bytes.length }
  } finally {
    await page.context().close()
  }
}

/** Loads and decodes all images, lazy ones too. */
async function loadPictures(page: Page): Promise<void> {
  await page.waitForFunction(`Promise.all([...document.querySelectorAll('main img')].map((picture) => {
    picture.loading = 'eager'
    return picture.decode()
  }))`)
}

/** The top of a screenshot, with a palette. */
export async function shrink(
  picture: Buffer,
  { maxHeight, colours = 256 }: { maxHeight: number; colours?: number | undefined },
): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  return sharp(picture)
    .extract({ left: 0, top: 0, width, height: Math.min(height, maxHeight) })
    .png({ palette: true, colours, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer()
}
