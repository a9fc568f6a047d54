import {
  answers,
  integer,
  listOf,
  neededInteger,
  neededText,
  neededTruth,
  objectOf,
  routesOf,
  text,
  texts,
  truth,
} from '../../addons/declare.ts'
import { callerOf, writers } from '../../addons/rights.ts'
import { isMap, toText } from '../../rest/php.ts'
import { listParam, param, textParam } from '../../rest/request.ts'
import { type Route, ok } from '../../rest/route.ts'
import type { Args, Schema } from '../../rest/schema/schema.ts'
import type { Store } from '../../store/store.ts'
import { contentTypeOf, publishedRows } from '../content.ts'
import type { SeoState } from '../state.ts'
import { consentingCaller } from './consent.ts'
import { outline, planContent } from './plan-content.ts'
import { editorArg } from './suggestion-routes.ts'

const route = routesOf('seo/v1')
const idea = objectOf({
  title: text,
  intent: text,
  explanation: text,
  keyphrase: text,
  meta_description: text,
  category: objectOf({ name: text, id: integer }),
})
const recent: Schema = {
  type: 'object',
  properties: { title: { ...neededText, maxLength: 500 }, description: { ...neededText, maxLength: 1000 } },
  additionalProperties: false,
}
const outlineArgs: Args = {
  post_type: neededText,
  language: neededText,
  editor: editorArg,
  title: neededText,
  intent: neededText,
  explanation: neededText,
  keyphrase: neededText,
  meta_description: neededText,
  category: { type: 'object', required: true, properties: { name: neededText, id: neededInteger } },
  recent_content: { type: 'array', required: true, maxItems: 100, items: recent },
}

/** The content planner: ideas that follow from published rows, an outline for an idea, and the banner. */
export function plannerRoutes(store: Store, state: SeoState): Route[] {
  return [
    route('/ai_content_planner/banner_permanent_dismissal', {
      methods: ['POST'],
      args: { is_dismissed: neededTruth },
      may: writers,
      returns: answers('Whether the caller wants the banner no more.', { is_dismissed: truth }),
      run(request) {
        const own = state.of(callerOf(request))
        own.bannerDismissed = param(request, 'is_dismissed') === true
        return ok({ is_dismissed: own.bannerDismissed })
      },
    }),
    route('/ai_content_planner/get_suggestions', {
      methods: ['GET'],
      args: { post_type: neededText, language: neededText, editor: editorArg },
      may: writers,
      returns: answers('Five ideas; each has the members that `get_outline` takes.', {
        suggestions: listOf(idea),
      }),
      run(request) {
        const { usage } = consentingCaller(state, request)
        const type = contentTypeOf('post_type', textParam(request, 'post_type'))
        usage.ordinary++
        return ok({ suggestions: planContent(store, publishedRows(store, type).toReversed()) })
      },
    }),
    route('/ai_content_planner/get_outline', {
      methods: ['POST'],
      args: outlineArgs,
      may: writers,
      returns: answers('The sections of a text.', {
        outline: listOf(objectOf({ heading: text, notes: texts })),
      }),
      run(request) {
        const { usage } = consentingCaller(state, request)
        contentTypeOf('post_type', textParam(request, 'post_type'))
        usage.ordinary++
        const category = param(request, 'category')
        const titles = listParam(request, 'recent_content').map((item) =>
          isMap(item) ? toText(item['title']) : '',
        )
        const asked = {
          title: textParam(request, 'title'),
          intent: textParam(request, 'intent'),
          explanation: textParam(request, 'explanation'),
          keyphrase: textParam(request, 'keyphrase'),
          meta_description: textParam(request, 'meta_description'),
          category: isMap(category) ? toText(category['name']) : '',
        }
        return ok({ outline: outline(asked, titles) })
      },
    }),
  ]
}
