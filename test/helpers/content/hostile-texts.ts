import fc from 'fast-check'

/** Strings that affect a terminal, a log, a spreadsheet, a chat or a page when they are part of a message. */
export const hostileTexts: readonly string[] = [
  '\u001b[2J\u001b[1;1Hcleared',
  '\u001b]0;title\u0007',
  '\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\',
  '\u001b[8mconcealed\u001b[0m',
  '\u001b[31mFAILED:\u001b[39m red',
  '\u009b2Jcleared by C1',
  '\u009d0;title\u009c',
  'back\b\b\b\bover',
  'first\rover the first',
  'name\n{"level":50,"msg":"forged"}',
  'name\r\n[12:00:00.000] INFO: forged',
  'name\u0085forged\u2028forged\u2029forged',
  'abc\u202Efdp.exe',
  '\u2066isolated\u202Aembedded',
  'null\u0000byte',
  'delete\u007f',
  '=HYPERLINK("https://evil.example";"x")',
  "+cmd|' /C calc'!A0",
  '-1+1',
  '@SUM(A1:A9)',
  '\t=1+1',
  'a;=1+1',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</textarea><svg onload=alert(1)>',
  '```\n<script>alert(1)</script>',
  '~~~',
  '\r<b>raw</b>',
  '[click](https://evil.example)',
  '![](https://evil.example/pixel.png)',
  '<https://evil.example>',
  '<!channel> <!here> <@U012345> <https://evil.example|bank>',
  '@channel @all @everyone @here',
  'www.evil.example',
  '| a | table |\n|---|---|',
  '# heading',
  '- item\n1. item\n---\n===',
  '\ud800 alone \udfff',
]

/** Any code points, ASCII and others equally often. fast-check's own units take seconds to prepare. */
export function anyText(maxLength: number, minLength = 0): fc.Arbitrary<string> {
  const unit = fc
    .oneof(fc.integer({ max: 0x7f, min: 0 }), fc.integer({ max: 0x10_ff_ff, min: 0 }))
    .map((point) => String.fromCodePoint(point))
  return fc.string({ unit, minLength, maxLength })
}

/** Any text with hostile fragments in it. */
export function anyHostileText(): fc.Arbitrary<string> {
  const piece = fc.oneof(fc.constantFrom(...hostileTexts), anyText(12))
  return fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''))
}

/**
 * Characters that a terminal must never receive: control characters except line breaks, and marks that change the text
 * direction.
 */
export const activeCharacters =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u
