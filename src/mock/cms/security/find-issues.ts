import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { type User, can } from '../users/users.ts'
import type { Finding } from './state.ts'

const runs = /<script\b|<[a-z][^>]*\son[a-z]+\s*=|\bhref\s*=\s*["']?\s*javascript:/i
const shortest = 8

/** Findings in accounts first, then in posts and pages, oldest first. Equal content gives an equal list. */
export function findIssues(store: Store, users: readonly User[]): Finding[] {
  const rows = [...store.ofType('post').values(), ...store.ofType('page').values()]
  return [
    ...users.flatMap(findInUser),
    ...rows
      .filter(({ status }) => status !== 'trash' && status !== 'auto-draft')
      .flatMap((row) => (row.type === 'post' || row.type === 'page' ? findInRow(row, row.type) : [])),
  ]
}

function findInUser(user: User): Finding[] {
  const { id, name, role } = user
  if (role === 'administrator')
    return ['admin', 'administrator', 'root'].includes(name)
      ? [
          issue(
            'guessable_login',
            'high',
            { type: 'user', id },
            `The administrator's login "${name}" can be guessed.`,
          ),
        ]
      : []
  return can(user, 'unfiltered_html')
    ? [
        issue(
          'unfiltered_markup',
          'low',
          { type: 'user', id },
          `The ${role} "${name}" may write scripts into pages.`,
        ),
      ]
    : []
}

function findInRow({ id, title, content, password }: Row, type: 'post' | 'page'): Finding[] {
  const found: Finding[] = []
  if (runs.test(content))
    found.push(issue('script_in_content', 'high', { type, id }, `The ${type} "${title}" contains a script.`))
  if (password !== '' && password.length < shortest)
    found.push(
      issue(
        'weak_password',
        'medium',
        { type, id },
        `The password of the ${type} "${title}" has fewer than ${shortest} characters.`,
      ),
    )
  return found
}

function issue(
  kind: Finding['kind'],
  severity: Finding['severity'],
  { type, id }: { type: Finding['object_type']; id: number },
  title: string,
): Finding {
  return { id: `${kind}-${type}-${id}`, kind, severity, title, object_type: type, object_id: id }
}
