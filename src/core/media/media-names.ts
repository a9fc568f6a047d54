import { escapeTitle } from '../text/escape.ts'
import type { Labels } from '../render/locale/labels.ts'
import type { Asset } from '../record/media.ts'
import { toRecordKey } from '../record/record.ts'
import { latinName } from '../text/latin-name.ts'

/** The names of a file in the media library: both contain product, document and language. */
export type MediaNames = { filename: string; title: string; alt?: string }

/** Leaves room for the CMS's additions (`-1024x683`, `-1`) within the 200 characters that it stores. */
const longestStem = 100
const longestKind = 40
const longestLanguage = 12
/** Short text suits screen readers, and both travel in the URL of the upload. */
const longestName = 150
const longestAlt = 250
const shownHash = 8

/**
 * The names for an upload. The CMS keeps the file name unchanged, because it has only letters, digits and hyphens and
 * ends in a part of the hash. `labelsOf`: the labels of a language.
 */
export function mediaNames(
  asset: Asset,
  { sha256, extension }: { sha256: string; extension: string },
  labelsOf: (language: string) => Labels,
): MediaNames {
  const hash = sha256.slice(0, shownHash)
  const { name, of } = asset
  if (name === undefined || of === undefined) {
    const words = wordsOfUrl(asset.url)
    const stem = cut(latinName(words, 'en') ?? asset.kind, longestStem)
    return { filename: `${stem}-${hash}.${extension}`, title: titleOf(words || asset.kind) }
  }
  const { gtin, language } = toRecordKey(of)
  const line = name.replace(/\s+/g, ' ').trim()
  const kind = kindOf(asset, labelsOf(language))
  const latinKind = latinName(kind, language) ?? latinName(kindOf(asset, labelsOf('en')), 'en') ?? ''
  const ending = [cut(latinKind, longestKind), cut(shortLanguage(language), longestLanguage), hash].filter(
    (part) => part !== '',
  )
  const room = longestStem - ending.join('-').length - 1
  const stem = [cut(latinName(line, language) ?? gtin, room), ...ending].join('-')
  return {
    filename: `${stem}.${extension}`,
    title: `${[line || gtin, kind]
      .filter((part) => part !== '')
      .map(titleOf)
      .join(' – ')} (${language})`,
    ...(asset.kind === 'image' && line !== '' && { alt: firstOf(line, longestAlt) }),
  }
}

/** A document is named by its label; an image needs none. */
function kindOf({ field }: Asset, labels: Labels): string {
  return field === undefined || field === 'image' ? '' : labels[field]
}

/** `de-de` becomes `de`; `de-at` stays. */
function shortLanguage(language: string): string {
  return language.replace(/^([a-z]+)-\1$/, '$1')
}

function wordsOfUrl(url: string): string {
  const name = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  return name
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
}

/** The CMS prints titles as markup. */
function titleOf(text: string): string {
  return escapeTitle(firstOf(text, longestName))
}

function firstOf(text: string, length: number): string {
  return Array.from(text).slice(0, length).join('').trim()
}

function cut(stem: string, length: number): string {
  return stem.slice(0, length).replace(/-+$/, '')
}
