/** Letters that Unicode does not decompose; Greek and Cyrillic as they are read, without their accents. */
const letters = new Map(
  Object.entries({
    ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't' },
    ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm' },
    ...{
      ν: 'n',
      ξ: 'x',
      ο: 'o',
      π: 'p',
      ρ: 'r',
      σ: 's',
      ς: 's',
      τ: 't',
      υ: 'y',
      φ: 'f',
      χ: 'ch',
      ψ: 'ps',
      ω: 'o',
    },
    ...{
      а: 'a',
      б: 'b',
      в: 'v',
      г: 'g',
      д: 'd',
      е: 'e',
      ж: 'zh',
      з: 'z',
      и: 'i',
      к: 'k',
      л: 'l',
      м: 'm',
      н: 'n',
    },
    ...{
      о: 'o',
      п: 'p',
      р: 'r',
      с: 's',
      т: 't',
      у: 'u',
      ф: 'f',
      х: 'h',
      ц: 'ts',
      ч: 'ch',
      ш: 'sh',
      щ: 'sht',
    },
    ...{
      ъ: 'a',
      ы: 'y',
      ь: '',
      э: 'e',
      ю: 'yu',
      я: 'ya',
      і: 'i',
      є: 'ye',
      ґ: 'g',
      ј: 'j',
      љ: 'lj',
      њ: 'nj',
      ћ: 'c',
    },
  }),
)
/** German writes them with two letters; other languages drop the dots. */
const germanUmlauts = new Map(Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue' }))

/**
 * Text in a-z, 0-9 and single hyphens, for file names: the engine, web servers and mail programs change any other
 * character. Undefined where a letter cannot be written so (Arabic, Chinese …) or nothing is left.
 */
export function latinName(text: string, language: string): string | undefined {
  const lower = text.normalize('NFC').toLowerCase()
  const spelled = /^de\b/.test(language) ? replaceLetters(lower, germanUmlauts) : lower
  const bare = spelled
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
  const latin = replaceLetters(bare, letters)
  if (/[^\P{L}a-z]/u.test(latin)) return undefined
  return latin.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || undefined
}

function replaceLetters(text: string, table: ReadonlyMap<string, string>): string {
  return text.replace(/\p{L}/gu, (letter) => table.get(letter) ?? letter)
}
