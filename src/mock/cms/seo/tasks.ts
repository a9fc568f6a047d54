import type { Store } from '../store/store.ts'
import { countContent } from './scores/statistics-routes.ts'
import type { SeoState } from './state.ts'

export type Task = {
  readonly id: string
  readonly title: string
  readonly priority: 'high' | 'medium' | 'low'
  readonly is_completed: boolean
}

/** The tasks of the site. A task is completed if its condition is met or it was marked as completed. */
export async function listTasks(store: Store, state: SeoState): Promise<Task[]> {
  const { finishedSteps, representation, profiles, completedTasks } = state.site
  const { seo, readability } = await countContent(store, state)
  const task = (id: string, priority: Task['priority'], title: string, isDone: boolean): Task => ({
    id,
    title,
    priority,
    is_completed: isDone || completedTasks.has(id),
  })
  return [
    task('finish-configuration', 'high', 'Finish the first configuration', finishedSteps.length > 0),
    task(
      'set-site-representation',
      'high',
      'Say whom the site stands for',
      'company_or_person' in representation,
    ),
    task('set-focus-keyphrases', 'medium', 'Give every page a focus keyphrase', seo.na === 0),
    task('improve-readability', 'medium', 'Shorten long sentences', readability.bad === 0),
    task(
      'add-social-profiles',
      'low',
      'Name the profiles on social networks',
      Object.keys(profiles).length > 0,
    ),
    task('remove-sample-page', 'low', 'Remove the sample page', store.idsWithSlug('sample-page').size === 0),
  ]
}
