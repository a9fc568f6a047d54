import { createHash } from 'node:crypto'
import { answers, integer, listOf, objectOf, routesOf, text, truth } from '../addons/declare.ts'
import { invalidParam, looseText } from '../addons/params.ts'
import { managers, writers } from '../addons/rights.ts'
import type { RestRequest } from '../rest/request.ts'
import { type Route, ok } from '../rest/route.ts'
import type { SeoState } from './state.ts'

const route = routesOf('seo/v1')
const needed = { required: true }
const keywordsAnswer = answers(
  'The access to the keyword service, and the country that was chosen last.',
  { authenticated: truth },
  { country_code: text },
)

/** Keyword research: access, country, and related keyphrases. Their numbers are derived from their letters. */
export function keywordRoutes(state: SeoState): Route[] {
  return [
    route('/keyword_research/authenticate', {
      methods: ['POST'],
      args: { code: needed },
      may: managers,
      returns: keywordsAnswer,
      run(request) {
        if (looseText(request, 'code') === '') throw invalidParam('code', 'code must not be empty.')
        state.site.keywords = { ...state.site.keywords, authenticated: true }
        return ok(state.site.keywords)
      },
    }),
    route('/keyword_research/country_code', {
      methods: ['POST'],
      args: { country_code: needed },
      may: writers,
      returns: keywordsAnswer,
      run(request) {
        state.site.keywords = { ...state.site.keywords, country_code: countryOf(request) }
        return ok(state.site.keywords)
      },
    }),
    route('/keyword_research/related_keyphrases', {
      methods: ['GET'],
      args: { keyphrase: needed, country_code: needed },
      may: writers,
      returns: answers('Keyphrases near the one asked for, the most searched first.', {
        keyphrase: text,
        country_code: text,
        related_keyphrases: listOf(objectOf({ keyphrase: text, volume: integer, difficulty: integer })),
      }),
      run(request) {
        const keyphrase = looseText(request, 'keyphrase')
        const country = countryOf(request)
        return ok({
          keyphrase,
          country_code: country,
          related_keyphrases: keyphrase === '' ? [] : relatedTo(keyphrase, country),
        })
      },
    }),
  ]
}

function countryOf(request: RestRequest): string {
  const code = looseText(request, 'country_code').toLowerCase()
  if (/^[a-z]{2,6}$/.test(code)) return code
  throw invalidParam(
    'country_code',
    'country_code does not match pattern ^[a-z]{2,6}$.',
    'rest_invalid_pattern',
  )
}

const patterns = [
  (phrase: string) => `best ${phrase}`,
  (phrase: string) => `buy ${phrase}`,
  (phrase: string) => `${phrase} online`,
  (phrase: string) => `${phrase} price`,
  (phrase: string) => `${phrase} test`,
]

function relatedTo(keyphrase: string, country: string) {
  const related = patterns.map((pattern) => {
    const phrase = pattern(keyphrase)
    const digest = createHash('sha256').update(`${country} ${phrase}`).digest()
    return { keyphrase: phrase, volume: digest.readUInt16BE(0), difficulty: digest.readUInt8(2) % 101 }
  })
  return related.sort((left, right) => right.volume - left.volume)
}
