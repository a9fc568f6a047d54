import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCatalog } from '../../../src/partner/catalog/read-catalog.ts'
import { startScripted, type Asked, type Step } from '../../helpers/world/scripted-server.ts'

const [a, b, c] = ['4026639000019', '4026639000088', '5901234123457'] as const
const go = new AbortController().signal
const maxEntries = 1_000
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-forms-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(content: string | Uint8Array, name = 'list.csv') {
  const file = join(folder, name)
  await writeFile(file, content)
  return readCatalog({ place: file, maxEntries }, go)
}

function utf16(text: string, order: 'LE' | 'BE', mark = true): Buffer {
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le')
  return order === 'LE' ? bytes : bytes.swap16()
}

describe('PR-05 and PR-37: a table is read whatever its other columns contain', () => {
  test.each<[string, string | Uint8Array]>([
    ['an inch mark in a name', `gtin,name\r\n${a},Band 2" breit\r\n${b},B\r\n`],
    ['a name that begins with an inch mark', `gtin,name\n${a},"2 breit\n${b},B\n`],
    ['a quote that is closed in a later row', `gtin,name\n${a},"2 breit\n${b},"B"\n`],
    ['quotes inside quotes', `name,gtin\n"Band ""XL"", 2"" breit",${a}\n"5" Rolle",${b}\n`],
    ['a line break in a quoted name', `name;gtin\n"Band\nlang";${a}\n"x\n\ny";${b}`],
    ['a sep line', `sep=;\r\ngtin;name\r\n${a};A\r\n${b};B`],
    ['an odd sep line', `sep=^\r\nname^gtin\r\nA^${a}\r\nB^${b}`],
    ['a title and a blank line', `Export vom 24.11.2026\n\ngtin;name\n${a};A\n${b};B`],
    ['EAN Code', `EAN Code;Name\n${a};A\n${b};B`],
    ['EAN/GTIN', `"EAN/GTIN","Name"\n"${a}","A"\n"${b}","B"`],
    ['barcode', `name|Barcode\nA|${a}\nB|${b}`],
    ['EAN-Nr.', `EAN-Nr.\tName\n${a}\tA\n${b}\tB`],
    ['a semicolon in a quoted header', `gtin,"Breite; mm"\n${a},5\n${b},6`],
    ['line ends of CR', `gtin;name\r${a};A\r${b};B\r`],
    ['UTF-16 with a byte order mark', utf16(`gtin;name\r\n${a};Ä\r\n${b};B`, 'LE')],
    ['UTF-16 of the other order', utf16(`gtin;name\r\n${a};A\r\n${b};B`, 'BE')],
    ['UTF-16 without a mark', utf16(`gtin;name\r\n${a};A\r\n${b};B`, 'LE', false)],
    ['Windows-1252', Buffer.from(`gtin;name\n${a};Kleber für außen\n${b};B`, 'latin1')],
    ['gzip', gzipSync(`gtin;name\n${a};A\n${b};B`)],
    ['cells that a spreadsheet forces to text', `gtin;name\n="${a}";A\n"=""${b}""";B`],
    ['apostrophes, blanks and hyphens', `gtin;name\n'${a};A\n4-026639 000088;B`],
    ['invisible characters', `gtin;name\n\u200B${a}\u00A0;A\n\u202A${b}\u202C;B`],
    ['decimals of zero', `gtin;name\n${a}.0;A\n"${b},00";B`],
    ['thousands', `gtin;name\n4.026.639.000.019;A\n${b};B`],
    ['no header', `${a};A\n${b};B`],
    ['no header, second column', `A,${a}\nB,${b}`],
    ['no header and one column', `${a}\r${b}\r`],
    ['GTIN beside EAN', `EAN Karton;EAN;GTIN\n${c};${c};${a}\n${c};${c};${b}`],
    ['a title with an open quote', `"Export Herbst\n\ngtin,name\n${a},A\n${b},B`],
    ['a cell that names another delimiter and a GTIN', `gtin,name\n${a},Etikett; EAN\n${b},B`],
    ['a title that names a GTIN', `Liste; EAN\n\nname;gtin\nA;${a}\nB;${b}`],
    ['a sep line with a sign of expressions', `sep=\\\nname\\gtin\n"A\nB"\\${a}\nB\\${b}`],
    ['a sep line with a bracket', `sep=]\nname]gtin\n"A\nB"]${a}\nB]${b}`],
    ['two equal columns', `EAN Code;EAN Nummer\n${a};${a}\n0${b};${b}`],
    ['an empty second column', `UPC;EAN Code\n;${a}\n;${b}`],
    ['repeated headers and a total', `gtin;name\n${a};A\ngtin;name\n${b};B\nTotal;2`],
    ['a total beside an empty cell', `name;gtin\nA;${a}\nB;${b}\nTotal 120\nSumme;120`],
    ['one product', JSON.stringify({ name: 'A', gtins: [a, b] })],
    ['nested products', JSON.stringify([{ product: { gtin: a } }, { node: { ean: { value: b } } }])],
    ['variants', JSON.stringify({ products: [{ id: 1, variants: [{ barcode: a }, { barcode: b }] }] })],
    ['a page that is the only one', JSON.stringify({ next: null, has_more: false, total: 2, data: [a, b] })],
    ['JSON lines', `{"ean":"${a}"}\n{"ean":${b}}\n`],
    ['a list in data.items', JSON.stringify({ data: { items: [{ GTIN: a }, { 'gtin-13': b }] } })],
    ['a map by GTIN', JSON.stringify({ [a]: { name: 'A' }, [b]: {} })],
  ])('%s', async (_, content) => {
    expect(await read(content)).toMatchObject({ gtins: [a, b], unreadable: 0, faults: [] })
    expect(await read(content, 'list.txt')).toMatchObject({ gtins: [a, b], unreadable: 0 })
    expect((await read(content, 'export')).gtins).toEqual([a, b])
  })

  test('the first line with a GTIN column is the header, even if a later one has one, too', async () => {
    const { gtins, unreadable } = await read(`gtin,name\nx,Etikett; EAN\n${b},Karton;${c}`)
    expect({ gtins, unreadable }).toEqual({ gtins: [b], unreadable: 1 })
  })

  test('two candidate columns are reported, and none is guessed', async () => {
    await expect(read(`EAN Code;EAN Nummer\n${a};${b}`)).rejects.toThrow(
      'two columns may have the GTINs: EAN Code and EAN Nummer. Name the right one gtin. Check CATALOG.',
    )
    await expect(read(`${a};${b}`)).rejects.toThrow('two of its columns have GTINs, and it has no header')
  })
})

describe('the GTIN column is found by the names that shops use', () => {
  test.each([
    'Variant Barcode',
    'Barcode (ISBN, UPC, GTIN, etc.)',
    'GTIN, UPC, EAN, or ISBN',
    'GTIN, UPC, EAN oder ISBN',
    'Meta: _ts_gtin',
    'Meta: _alg_ean',
    'g:gtin',
    'external_product_id',
    'Global Trade Item Number (GTIN)',
    'EAN-13 or JAN barcode',
    'OXEAN',
    'EAN11',
    'EAN/UPC',
    'Hersteller-EAN',
    'EAN (Stück)',
    'EAN-Artikelnummer',
    'Europäische Artikelnummer',
    'Codice a barre',
    'Codice EAN',
    'Code-barres',
    'Code-barres EAN-13 ou JAN',
    'Código de barras',
    'Streepjescode',
    'Kod kreskowy',
    'Numer EAN',
    'Čárový kód',
    'Streckkod',
  ])('%s', async (name) => {
    const { gtins, form } = await read(`id;"${name}";x\n1;${a};1\n2;${b};2`)
    expect({ gtins, form }).toEqual({
      gtins: [a, b],
      form: expect.stringContaining('GTINs in column 2 of 3'),
    })
  })

  test.each(['EAN Karton', 'Barcode Typ', 'ocean', 'clean', 'EAN Palette', 'external_product_id_type'])(
    '%s is another column',
    async (name) => {
      await expect(read(`${name};Name\n12;A\n`)).rejects.toThrow('has no column called gtin')
    },
  )

  test.each([
    ['gtin;gtin', a, b],
    ['EAN 1;EAN 2', a, b],
  ])('%s with different contents is not guessed', async (names, one, other) => {
    await expect(read(`${names}\n${one};${other}`)).rejects.toThrow('two columns may have the GTINs')
  })
})

describe('an unreadable entry is counted, and the others are read', () => {
  test.each<[string, string]>([
    ['an open quote in a row without a readable GTIN', `gtin,name\nx,"2 breit\n${a},"B"\n${b},B`],
    ['an open quote before an unreadable GTIN', `name,gtin\n"5 Rolle,x\n"Kleber",${a}\nB,${b}`],
    ['an open quote before a missing GTIN', `id;name;gtin\n1;"Band 2" breit\n2;A;${a}\n3;B;${b}`],
    ['an unreadable row after an open quote', `gtin,name\n${a},"2 breit\nx,"B"\n${b},B`],
    ['a rounded first row without a header', `4026640000000;A\n${a};B\n${b};C`],
    ['a wrong digit in the first row without a header', `Band,4026639000018\nA,${a}\nB,${b}`],
    ['a broken line of JSON lines', `{"gtin":"${a}"}\n{"gtin":"40\n{"gtin":"${b}"}`],
    ['a broken first line of JSON lines', `{"gtin":"40\n{"gtin":"${a}"}\n{"gtin":"${b}"}`],
    ['an entry with two equally clear GTINs', JSON.stringify([{ 'EAN 1': a, 'EAN 2': b }, a, b])],
  ])('%s', async (_, content) => {
    const { gtins, unreadable, faults } = await read(content)
    expect({ gtins, unreadable, faults: faults.length }).toEqual({ gtins: [a, b], unreadable: 1, faults: 1 })
  })

  test('rows without a GTIN are not counted as unreadable', async () => {
    const lines = ['name;gtin', `A;${a}`, 'Folie;', 'name;gtin', `B;${b}`, ';', 'Total 2']
    expect(await read(lines.join('\n'))).toMatchObject({
      unreadable: 0,
      notes: ['2 entries have no GTIN, for example line 3', '1 row repeats the header, for example line 4'],
    })
  })

  test('the message explains that a spreadsheet rounded the number', async () => {
    expect((await read(`gtin\n${a}\n4026640000000`)).faults).toEqual([
      'line 3: "4026640000000" has a wrong check digit; a spreadsheet has probably rounded it. Format its column as text and export it again',
    ])
  })

  test.each([
    { next: 'https://shop.example/products?page=2', results: [a, b] },
    { has_more: true, data: [a, b] },
    { total: 3, items: [a, b] },
    {
      data: {
        products: { pageInfo: { hasNextPage: true }, edges: [{ node: { gtin: a } }, { node: { gtin: b } }] },
      },
    },
    { meta: { pagination: { total_pages: 2 } }, data: [a, b] },
  ])('a list that is one page of several may lack products: %j', async (json) => {
    const { gtins, unreadable, faults } = await read(JSON.stringify(json))
    expect({ gtins, unreadable }).toEqual({ gtins: [a, b], unreadable: 1 })
    expect(faults).toEqual([
      expect.stringMatching(/^the list seems to be one page of several \(by its ".*"[^)]*\)/),
    ])
  })

  test('the message about a larger total contains both numbers, and a remedy in case it counts something else', async () => {
    const { faults } = await read(JSON.stringify({ meta: { total: '412' }, products: [a, b] }))
    expect(faults).toEqual([
      'the list seems to be one page of several (by its "total", 412 instead of 2), so other products may be missing and none is retired. Set CATALOG to a complete list, or to a copy without "total" if that counts something else',
    ])
  })

  test.each([
    { total: 1234.5, products: [a, b] },
    { total: '1.234,50 €', products: [a, b] },
    { total: 412, total_pages: 1, products: [a, b] },
    { total: 412, meta: { pagination: { total_pages: '1' } }, products: [a, b] },
  ])('a total that cannot be a number of entries is ignored: %j', async (json) => {
    expect(await read(JSON.stringify(json))).toMatchObject({ gtins: [a, b], unreadable: 0, faults: [] })
  })

  test.each([
    { total: 412, total_pages: 0, products: [a, b] },
    { total: 412, next: null, products: [a, b] },
    { total: 412, has_more: false, products: [a, b] },
    { total: 412, page_count: 1, products: [a, b] },
    { total: 412, total_pages: 1, next: '/list?page=2', products: [a, b] },
  ])('the last of several pages may lack products: %j', async (json) => {
    expect(await read(JSON.stringify(json))).toMatchObject({ gtins: [a, b], unreadable: 1 })
  })

  test('truncated JSON is rejected as a whole', async () => {
    for (const json of [[{ gtin: a }, { gtin: b }], { products: [{ gtin: a }, { gtin: b }] }])
      await expect(read(JSON.stringify(json, null, 1).slice(0, -4))).rejects.toThrow('cannot be parsed')
  })
})

describe('PR-08: numbers of 14, 12 and 8 digits', () => {
  test('are read if their meaning is certain, with one note for each kind', async () => {
    const { gtins, notes, unreadable } = await read(`gtin\n0${a}\n0${b}\n036000291452\n96385074\n(01)0${c}`)
    expect(gtins).toEqual([a, b, '0036000291452', '0000096385074', c])
    expect(unreadable).toBe(0)
    expect(notes).toEqual([
      `3 entries are written as GTIN-14 and read as GTIN-13, for example line 2: 0${a} is ${a}`,
      '1 entry is written as UPC and read as GTIN-13, for example line 4: 036000291452 is 0036000291452',
      '1 entry is written as EAN-8 and read as GTIN-13, for example line 5: 96385074 is 0000096385074',
    ])
  })

  test.each([
    ['4,02664E+12', 'was rounded by a spreadsheet'],
    ['4.02664E+12', 'was rounded by a spreadsheet'],
    ['4E12', 'was rounded by a spreadsheet'],
    ['14026639000016', 'is the GTIN-14 of a package'],
    ['036000291453', 'has 12 digits, a GTIN-13 has 13'],
    ['4026640000000', 'has a wrong check digit'],
    ['402663900001', 'has 12 digits'],
    ['40266390000l9', 'is not a GTIN-13'],
  ])('%s makes only its row unreadable', async (text, reason) => {
    const { gtins, faults, unreadable } = await read(`gtin;name\n${a};A\n${text};B\n${b};C`)
    expect(gtins).toEqual([a, b])
    expect(unreadable).toBe(1)
    expect(faults).toEqual([expect.stringContaining(`line 3: "${text}" ${reason}`)])
  })

  test('a number with an exponent and all of its digits is read', async () => {
    expect((await read('gtin\n4.026639000019E+12')).gtins).toEqual([a])
  })
})

test('an internal id of eight digits is never taken for a GTIN', async () => {
  const { gtins, unreadable } = await read(
    JSON.stringify([{ ean: null, id: 96385074, code: '96385074' }, { gtin: a }]),
  )
  expect({ gtins, unreadable }).toEqual({ gtins: [a], unreadable: 0 })
})

describe('a file that is not a list is reported', () => {
  test.each<[string, string | Uint8Array, string]>([
    [
      'a web page',
      '<!DOCTYPE html><title>Login</title>',
      'it is a web page, perhaps of a login, instead of a list',
    ],
    ['a web page after a comment', '<!-- cached -->\n<!DOCTYPE html><p>Login</p>', 'it is a web page'],
    ['XML', '<?xml version="1.0"?><products/>', 'it is markup instead of a list of GTINs'],
    ['a workbook', Buffer.from('PK\u0003\u0004…xl/workbook.xml…'), 'it is a workbook of a spreadsheet'],
    [
      'an OpenDocument sheet',
      Buffer.from('PK\u0003\u0004…mimetypeapplication/vnd.oasis.opendocument.spreadsheet…'),
      'it is a workbook of a spreadsheet. Save the sheet as CSV (UTF-8)',
    ],
    [
      'an old workbook',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
      'it is an old or encrypted workbook of a spreadsheet. Save the sheet as CSV (UTF-8)',
    ],
    ['a zipped list', Buffer.from('PK\u0003\u0004…list.csv…'), 'it is a ZIP archive. Unpack it'],
    ['cut gzip', gzipSync(`gtin\n${a}`).subarray(0, 20), 'its gzip data are damaged or cut off'],
    ['a gzip bomb', gzipSync(Buffer.alloc(1_000_000, '1')), 'raise CATALOG_MAX_ENTRIES'],
  ])('%s', async (_, content, told) => {
    await expect(read(content)).rejects.toThrow(told)
  })
})

describe('PR-07: a URL', () => {
  async function readFrom(path: string, script: (asked: Asked) => Step, login = '') {
    const server = await startScripted(script)
    try {
      const place = `${server.url.replace('://', `://${login}`)}${path}`
      return { ...(await readCatalog({ place, maxEntries, retry: { tries: 1 } }, go)), asked: server.asked }
    } finally {
      await server.close()
    }
  }

  test.each([301, 302, 303, 307, 308])('that responds with %s is followed', async (status) => {
    const { gtins } = await readFrom('/export?format=csv', ({ url }) =>
      url === '/x' ? { body: `gtin,name\n${a},A` } : { status, headers: { location: '/x' } },
    )
    expect(gtins).toEqual([a])
  })

  test('without an extension is read by its content', async () => {
    const steps: Step[] = [
      { headers: { 'content-type': 'text/csv' }, body: `name,gtin\nA,${a}` },
      { headers: { 'content-type': 'application/json' }, json: [a] },
      { headers: { 'content-disposition': 'attachment; filename="list.csv"' }, body: `gtin\n${a}\n` },
      { body: a },
    ]
    for (const step of steps) expect((await readFrom('/export', () => step)).gtins).toEqual([a])
  })

  test('sends user and password to its own server only, and identifies itself', async () => {
    const other = await startScripted([{ body: a }])
    const { gtins, asked } = await readFrom(
      '/list.txt',
      () => ({ status: 302, headers: { location: `${other.url}/list.txt` } }),
      'us%40er:p%3Aw@',
    )
    expect(gtins).toEqual([a])
    expect(asked[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('us@er:p:w').toString('base64')}`,
      'user-agent': expect.stringContaining('product-mirror'),
    })
    expect(other.asked[0]?.headers).not.toHaveProperty('authorization')
    await other.close()
  })

  test('with a next page counts as a list that may lack products', async () => {
    const { gtins, unreadable } = await readFrom('/list', () => ({
      headers: { link: '<https://shop.example/list?page=2>; rel="next"' },
      body: a,
    }))
    expect({ gtins, unreadable }).toEqual({ gtins: [a], unreadable: 1 })
  })

  test('with an unescaped percent sign in its password is rejected, and the message does not contain the password', async () => {
    const reading = readFrom('/list', () => ({ body: a }), 'user:p%w@')
    await expect(reading).rejects.toThrow(
      'the password in its URL has a percent sign that is not escaped. Write it as %25. Check CATALOG.',
    )
    await expect(reading).rejects.not.toThrow('p%w')
  })

  test.each<Step>([{ status: 404 }, { status: 500 }, { body: '' }, { body: '<html>' }, 'reset'])(
    'shows neither its password nor its query in an error (%j)',
    async (step) => {
      const path = '/list.txt?key=abc123def'
      const error = await readFrom(path, () => step, 'user:s3cretword@').catch((caught: unknown) => caught)
      expect(String(error)).toContain('/list.txt?…')
      expect(String(error)).not.toMatch(/s3cretword|abc123def/)
    },
  )

  test('that redirects endlessly is abandoned', async () => {
    const reading = readFrom('/a', () => ({ status: 302, headers: { location: '/a' } }))
    await expect(reading).rejects.toThrow(/cannot be read: /)
  })
})
