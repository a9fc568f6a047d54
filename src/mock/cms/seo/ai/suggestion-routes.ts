import { answers, neededText, routesOf, texts } from '../../addons/declare.ts'
import { writers } from '../../addons/rights.ts'
import { textParam } from '../../rest/request.ts'
import { type Route, ok } from '../../rest/route.ts'
import type { Args } from '../../rest/schema/schema.ts'
import type { SeoState } from '../state.ts'
import { consentingCaller } from './consent.ts'
import { editorKinds, platforms, suggest, suggestionTypes } from './suggest.ts'

export const editorArg = { ...neededText, enum: editorKinds } satisfies Args[string]

/** `get_suggestions`: titles and descriptions, derived from the prompt without any network request. */
export function suggestionRoutes(state: SeoState): Route[] {
  return [
    routesOf('seo/v1')('/ai_generator/get_suggestions', {
      methods: ['POST'],
      args: {
        type: { ...neededText, enum: suggestionTypes },
        prompt_content: neededText,
        focus_keyphrase: neededText,
        language: neededText,
        platform: { ...neededText, enum: platforms },
        editor: editorArg,
      },
      may: writers,
      returns: answers('Five suggestions, the same for the same request.', { suggestions: texts }),
      run(request) {
        const { usage } = consentingCaller(state, request)
        const type = textParam(request, 'type')
        if (type.startsWith('product-')) usage.shop++
        else usage.ordinary++
        const prompt = textParam(request, 'prompt_content')
        return ok({ suggestions: suggest(type, prompt, textParam(request, 'focus_keyphrase')) })
      },
    }),
  ]
}
