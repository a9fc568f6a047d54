/** Letters that Unicode does not decompose; Greek and Cyrillic letters by their pronunciation, without accents. */
const letters = tableOf(
  'ßss æae œoe øo đd ðd þth łl ħh ıi ŋn ŧt ' +
    'αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo ' +
    'аa бb вv гg дd еe жzh зz иi кk лl мm нn оo пp рr сs тt уu фf хh цts чch шsh щsht ' +
    'ъa ыy ь эe юyu яya іi єye ґg јj љlj њnj ћc',
)
/** German writes them with two letters; other languages drop the dots. */
const germanUmlauts = tableOf('äae öoe üue')

/**
 * Text in a-z, 0-9 and single hyphens, for file names, because WordPress, web servers and mail programs change other
 * characters. Undefined if a letter has no such spelling (Arabic, Chinese …) or nothing is left.
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

/** Each word is a letter followed by its replacement. */
function tableOf(words: string): ReadonlyMap<string, string> {
  return new Map(words.split(' ').map((word) => [word.charAt(0), word.slice(1)]))
}
