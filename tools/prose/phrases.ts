/** A turn of phrase that a native technical writer does not use, with what to write instead. */
export type Phrase = { name: string; pattern: RegExp; instead: string }

/** A hit may be innocent; the rate of a whole group is not. */
export const phrases: readonly Phrase[] = [
  { name: 'tells, told', pattern: /\b(tells?|told|telling)\b/g, instead: 'reports, shows, returns' },
  { name: 'stands, stood', pattern: /\b(stands?|stood|standing)\b/g, instead: 'is, appears, contains' },
  { name: 'goes on', pattern: /\b(goes|go|went|going) on\b/g, instead: 'continues' },
  {
    name: ', also … (afterthought)',
    pattern:
      /, also (after|where|when|with|if|over|in|those|one|by|a|the|during|of|to|from|on|beside|for)\b|\balso (after|where|when|if)\b/g,
    instead: 'even after …, or “also” before the verb',
  },
  { name: 'of its own', pattern: /\bof (its|their|our|his|a|your) own\b/g, instead: 'its own, separate' },
  {
    name: 'What … as a subject',
    pattern:
      /(^|[.;:|] |^- |^\| )What (is|was|has|had|could|must|may|it|they|the|a|no|an|our|somebody|people|only|both|one|left|lies|differs|comes|came|stays|begins|breaks|every|each|this)\b[^?]*$/g,
    instead: 'name the noun',
  },
  {
    name: 'Who … as a subject',
    pattern: /(^|[.;:|] |^- |^\| )Who(ever)? [a-z]+s\b[^?]*$/g,
    instead: 'anyone with …, the user who …',
  },
  {
    name: 'is no X',
    pattern: /\b(is|are|was|were) no (?!longer|more\b|such\b|way|need|reason|guarantee|difference)/g,
    instead: 'is not a X',
  },
  {
    name: 'somebody, nobody',
    pattern: /\b([Ss]omebody|[Nn]obody|[Aa]nybody|[Ee]verybody)\b/g,
    instead: 'editor, operator; the passive',
  },
  {
    name: 'the same holds',
    pattern: /\b[Tt]he same (holds|goes|as for|where)\b|[Tt]he same[;.,]/g,
    instead: 'name the subject',
  },
  {
    name: 'where (for if, when)',
    pattern: /(,| |^|\|)[Ww]here (no|it|its|they|there|nobody|only|what|both|some|such)\b/g,
    instead: 'if, when',
  },
  {
    name: 'beside, likewise, meanwhile',
    pattern: /\b(likewise|meanwhile|besides|beside|thereby)\b/g,
    instead: 'in parallel with, also, in the meantime',
  },
  { name: 'for good', pattern: /\bfor good\b/g, instead: 'permanently' },
  { name: 'put back', pattern: /\bput(s|ting)? .{0,20}back\b|\bput back\b/g, instead: 'revert, restore' },
  {
    name: 'Of a … (fronted)',
    pattern:
      /(^|[.;|] |^- )Of (a|an|the|these|those|two|what|records|several|each|some|its|their|one|such)\b/g,
    instead: 'plain word order',
  },
  { name: 'at work, at rest', pattern: /\bat (work|rest)\b/g, instead: 'active, idle' },
  {
    name: 'without a word, its words',
    pattern: /\bwithout a word\b|['’]s words?\b|own words/g,
    instead: 'silently; message',
  },
  { name: 'by itself', pattern: /\bby (itself|themselves)\b/g, instead: 'automatically, alone' },
  {
    name: 'looks at, a look',
    pattern: /\b(looks?|looked|looking) (at|beside)\b|\ba look\b|\bthe look\b/g,
    instead: 'reads, checks',
  },
  {
    name: 'but for, all but',
    pattern:
      /\bbut for\b|\b(all|nothing|none|everything|anything) [a-z ]{0,14}\bbut (what|the|its|one|those|plain)\b/g,
    instead: 'except',
  },
  { name: 'a thing says', pattern: /\b(says|said|saying)\b/g, instead: 'contains, returns, requires' },
  {
    name: 'asks for',
    pattern: /\bask(s|ed|ing)? (for|again|whether|the|to|it|once|about|first)\b/g,
    instead: 'requests, requires',
  },
  {
    name: 'answer (for response)',
    pattern: /\b[Aa]nswer(s|ed|ing)?\b/g,
    instead: 'response; responds; is down',
  },
  { name: 'texts', pattern: /\b[Tt]exts\b/g, instead: 'text, content, values' },
  {
    name: 'a person, people',
    pattern: /\b[Aa] person\b|\b[Pp]eople\b/g,
    instead: 'editor, operator, reviewer',
  },
  { name: 'begins', pattern: /\b[Bb](egins?|egan|egun|eginning)\b/g, instead: 'starts' },
  {
    name: 'picture, member, fault',
    pattern: /\b[Pp]ictures?\b|\b[Mm]embers?\b|\b[Ff]aults?\b/g,
    instead: 'image, field, error',
  },
]
