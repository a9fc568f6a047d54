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
 * Replaces letters of Latin-1 or Windows-1252 with ASCII, as `remove_accents` does. Its table for these encodings
 * differs from that for UTF-8: ß becomes "ss", not "s". Other bytes stay, one character each.
 */
export function lettersOfLatin1(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (letter) => singles[letter] ?? doubles[letter] ?? letter)
}
