/** Names that always mean the GTIN of a product, the clearest first. */
const exactNames = ['gtin', 'gtin13', 'ean', 'ean13', 'barcode']

/** Names of several words in the languages of shops and merchandise systems, without accents. */
const phrases = new RegExp(
  [
    'codice (?:a )?barr[ae]',
    'codes? (?:a )?barres?',
    'codigos? (?:de )?barras?',
    'cod (?:de )?bar(?:e|ras)',
    'kody? (?:kreskowy|paskowy)',
    'c(?:i)?arovy kod',
    'crtn[ai] kod[a]?',
    'bar codes?',
    'global trade (?:item )?(?:number|nummer)',
    'europ\\w* (?:artikelnummer|article number)',
    'global unique id',
    '(?:external|standard) product id(?! type)',
  ].join('|'),
  'g',
)
const keys =
  'gtin|ean|upc|barcode|barkod|strichcode|streepjescode|streckkod|stregkode|strekkode|viivakoodi|vonalkod'
/** Words that also occur joined to others, as in Artikelnummer. */
const joined =
  'codes?|codice|codigo|kode|kod|nr|num|nummer|numer|number|numero|no|artikel|article|articles|articolo|articulo|artykul|product|produkte?n?|produit|prodotto|producto|item|variant|variante?n?|variation|haupt|stuck|stueck|einzel|meta|global|hersteller|ox|s'
const alone =
  'a|an|and|attribute?|base|basis|by|c|cifre|cifras|chiffres|de|del|der|des|di|digits?|du|e|each|ea|et|etc|for|g|id|il|jan|isbn|la|le|lub|main|manufacturer|n|o|of|oder|or|ou|p|pc|pcs|per|pezz[io]|piece|pieces|pro|pz|primary|st|stellen|stellig|stk|stuks?|szt|sztuka|the|trade|ts|ud|und|unidad|unita|unitaire|unite|units?|value|valore|verkaufseinheit|wc|wert|wpm|hwp|alg|y|oxarticles|1|2|3|8|11|12|13|14'
const hasKey = new RegExp(keys)
const anyWord = new RegExp(`^(?:(?:${keys}|${joined})+|${alone})$`)
const longestName = 80

/**
 * Ranks how clearly the name of a column or JSON field means the GTIN of a product; 0 is the clearest. Undefined if it
 * means something else, such as the GTIN of a carton or pallet.
 */
export function rankOfName(name: string): number | undefined {
  if (name.length > longestName) return undefined
  const plain = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  const exact = exactNames.indexOf(plain.replaceAll(' ', ''))
  if (exact >= 0) return exact
  const words = plain
    .replace(phrases, 'gtin')
    .replace(/([a-z])(\d)/g, '$1 $2')
    .replace(/(\d)([a-z])/g, '$1 $2')
    .split(' ')
  const isGtin = words.some((word) => hasKey.test(word)) && words.every((word) => anyWord.test(word))
  return isGtin ? exactNames.length : undefined
}

/** The indices of the clearest names; several if they are equally clear. */
export function gtinPlaces(names: readonly string[]): number[] {
  const ranks = names.map(rankOfName)
  const [best] = ranks.filter((rank) => rank !== undefined).toSorted((a, b) => a - b)
  return best === undefined ? [] : ranks.flatMap((rank, index) => (rank === best ? [index] : []))
}
