import { installPackages } from './debian-packages.ts'

/** Installs Debian's Chromium and a font if they are missing. `npm test` never does this. */
export async function installBrowser(): Promise<void> {
  await installPackages('A browser', ['chromium', 'fonts-dejavu-core'])
}
