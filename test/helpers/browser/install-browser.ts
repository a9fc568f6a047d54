import { installPackages } from './debian-packages.ts'

/** Makes sure that Debian's Chromium is on this machine, and a font for it; never part of `npm test`. */
export async function installBrowser(): Promise<void> {
  await installPackages('A browser', ['chromium', 'fonts-dejavu-core'])
}
