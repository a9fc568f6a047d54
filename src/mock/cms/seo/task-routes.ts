import { answers, integer, listOf, neededText, objectOf, routesOf, text, truth } from '../addons/declare.ts'
import { editors, managers } from '../addons/rights.ts'
import { RestError } from '../rest/error.ts'
import { isMap, toText } from '../rest/php.ts'
import { type RestRequest, param } from '../rest/request.ts'
import { type Route, ok } from '../rest/route.ts'
import type { Schema } from '../rest/schema/schema.ts'
import type { Store } from '../store/store.ts'
import type { SeoState } from './state.ts'
import { type Task, listTasks } from './tasks.ts'

const route = routesOf('seo/v1')
const members = {
  id: text,
  title: text,
  priority: { type: 'string', enum: ['high', 'medium', 'low'] },
  is_completed: truth,
} satisfies Record<string, Schema>

/** `get_tasks` and `complete_task`: the open tasks of the site. */
export function taskRoutes(store: Store, state: SeoState): Route[] {
  return [
    route('/get_tasks', {
      methods: ['GET'],
      args: { options: { type: 'object', properties: { filter: text, limit: integer } } },
      may: editors,
      returns: answers(
        'Tasks, the most urgent first; `filter` is "open", "completed" or part of id or title.',
        {
          tasks: listOf(objectOf(members)),
          total: integer,
        },
      ),
      async run(request) {
        const options = optionsOf(request)
        const found = (await listTasks(store, state)).filter(taskFilter(toText(options['filter'])))
        const limit = Number(options['limit'] ?? found.length)
        return ok({ tasks: found.slice(0, Math.max(0, limit)), total: found.length })
      },
    }),
    route('/complete_task', {
      methods: ['POST'],
      args: { options: { type: 'object', required: true, properties: { task: neededText } } },
      may: managers,
      returns: answers('The task, completed.', members),
      async run(request) {
        const id = toText(optionsOf(request)['task'])
        const task = (await listTasks(store, state)).find((one) => one.id === id)
        if (task === undefined) return new RestError('seo_task_not_found', `There is no task "${id}".`, 404)
        state.site.completedTasks.add(id)
        return ok({ ...task, is_completed: true })
      },
    }),
  ]
}

function optionsOf(request: RestRequest): Record<string, unknown> {
  const options = param(request, 'options')
  return isMap(options) ? options : {}
}

function taskFilter(filter: string): (task: Task) => boolean {
  if (filter === 'open' || filter === 'completed')
    return (task) => task.is_completed === (filter === 'completed')
  const part = filter.toLowerCase()
  return ({ id, title }) => `${id}\n${title}`.toLowerCase().includes(part)
}
