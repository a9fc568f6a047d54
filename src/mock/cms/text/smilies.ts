const emoji: Readonly<Record<string, string>> = {
  ':neutral:': '😐',
  ':twisted:': '😈',
  ':arrow:': '➡',
  ':shock:': '😯',
  ':smile:': '🙂',
  ':???:': '😕',
  ':cool:': '😎',
  ':evil:': '👿',
  ':grin:': '😀',
  ':idea:': '💡',
  ':oops:': '😳',
  ':razz:': '😛',
  ':roll:': '🙄',
  ':wink:': '😉',
  ':cry:': '😥',
  ':eek:': '😮',
  ':lol:': '😆',
  ':mad:': '😡',
  ':sad:': '🙁',
  '8-)': '😎',
  '8-O': '😯',
  ':-(': '🙁',
  ':-)': '🙂',
  ':-?': '😕',
  ':-D': '😀',
  ':-P': '😛',
  ':-o': '😮',
  ':-x': '😡',
  ':-|': '😐',
  ';-)': '😉',
  '8O': '😯',
  ':(': '🙁',
  ':)': '🙂',
  ':?': '😕',
  ':D': '😀',
  ':P': '😛',
  ':o': '😮',
  ':x': '😡',
  ':|': '😐',
  ';)': '😉',
  ':!:': '❗',
  ':?:': '❓',
}
const smiley = new RegExp(
  `(?<=[\\r\\n\\t \\u00a0]|&nbsp;|^)(?:${Object.keys(emoji)
    .map((text) => text.replace(/[|()?]/g, String.raw`\$&`))
    .join('|')})(?=[\\r\\n\\t \\u00a0]|&nbsp;|$)`,
  'gm',
)

/** Converts smileys that are separate words to emoji, except in code. */
export function convertSmilies(text: string): string {
  if (!/[:;8]/.test(text)) return text
  let ignored = ''
  return text
    .split(/(<.*?>)/)
    .map((part) => {
      ignored ||= /^<(code|pre|style|script|textarea)[^>]*>/.exec(part)?.[1] ?? ''
      if (ignored === '')
        return part.startsWith('<') ? part : part.replace(smiley, (found) => emoji[found] ?? found)
      if (part === `</${ignored}>`) ignored = ''
      return part
    })
    .join('')
}
