import { strToU8, zipSync } from 'fflate'
import { templates } from './templates.ts'
import { themeJson, themeSlug } from './theme.ts'

const styleSheet = `/*
Theme Name: Reference
Description: The theme of the bundled reference site.
Version: 1.0.0
Requires at least: 6.6
License: MIT
Text Domain: ${themeSlug}
*/
`

/** The theme as an archive that can be installed: one folder with its style sheet, its declaration and its templates. */
export function exportTheme(date: Date): Buffer {
  const files: Record<string, string> = {
    'style.css': styleSheet,
    'theme.json': `${JSON.stringify(themeJson, null, 2)}\n`,
    ...templates,
  }
  const entries = Object.entries(files).map(([name, text]) => [`${themeSlug}/${name}`, strToU8(text)])
  return Buffer.from(zipSync(Object.fromEntries(entries), { mtime: date }))
}
