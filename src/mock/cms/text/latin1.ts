const singles: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from(
    '\x80\x83\x8a\x8e\x9a\x9e\x9f\xa2\xa5\xb5ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöøùúûüýÿ',
    (letter, index) => [
      letter,
      'EfSZszYcYuAAAAAACEEEEIIIINOOOOOOUUUUYaaaaaaceeeeiiiinoooooouuuuyy'.charAt(index),
    ],
  ),
)
const doubles: Readonly<Record<string, string>> = {
  '\x8c': 'OE',
  '\x9c': 'oe',
  Æ: 'AE',
  æ: 'ae',
  Ð: 'DH',
  ð: 'dh',
  Þ: 'TH',
  þ: 'th',
  ß: 'ss',
}

/**
 * Bytes in Latin-1 (or Windows-1252), with letters that the engine knows in ASCII. It knows others than in UTF-8: ß is
 * "ss" here, not "s". The other bytes stay, one character each.
 */
export function lettersOfLatin1(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (letter) => singles[letter] ?? doubles[letter] ?? letter)
}
