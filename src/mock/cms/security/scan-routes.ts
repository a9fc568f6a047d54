import { answers, integer, listOf, neededText, objectOf, routesOf, text } from '../addons/declare.ts'
import { managers } from '../addons/rights.ts'
import { RestError } from '../rest/error.ts'
import { textParam } from '../rest/request.ts'
import { type Answer, type Route, ok, updating } from '../rest/route.ts'
import type { Schema } from '../rest/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { users } from '../users/users.ts'
import { findIssues } from './find-issues.ts'
import type { Finding, IssueState, Scan, SecurityState } from './state.ts'

const route = routesOf('security/v1')
const states: readonly IssueState[] = ['open', 'ignored', 'resolved']
const stateSchema: Schema = { type: 'string', enum: states }
const issueMembers = {
  id: text,
  kind: text,
  severity: { type: 'string', enum: ['high', 'medium', 'low'] },
  title: text,
  object_type: { type: 'string', enum: ['user', 'post', 'page'] },
  object_id: integer,
  state: stateSchema,
} satisfies Record<string, Schema>
const scanSchema = objectOf(
  { id: integer, state: { type: 'string', enum: ['idle', 'running', 'finished', 'stopped'] } },
  { started_at: text, ended_at: text },
)
const scanAnswer = answers('The scan after the request; times are GMT.', { scan: scanSchema })

/** A scan reads the content when it starts. It is finished when its findings are read for the first time. */
export function scanRoutes(store: Store, state: SecurityState): Route[] {
  const end = (how: 'finished' | 'stopped'): void => {
    if (state.scan.state !== 'running') return
    state.scan = { ...state.scan, state: how, ended_at: store.today().gmt }
  }
  const shown = (finding: Finding): Record<string, unknown> => ({
    ...finding,
    state: state.judged.get(finding.id) ?? 'open',
  })
  const tellScan = (): Answer => ok({ scan: state.scan })

  return [
    route(
      '/scan',
      {
        methods: ['POST'],
        args: {},
        may: managers,
        returns: scanAnswer,
        run() {
          const scan: Scan = { id: state.scan.id + 1, state: 'running', started_at: store.today().gmt }
          state.scan = scan
          state.findings = findIssues(store, users)
          return tellScan()
        },
      },
      {
        methods: ['DELETE'],
        args: {},
        may: managers,
        returns: scanAnswer,
        run() {
          end('stopped')
          return tellScan()
        },
      },
    ),
    route('/scan/issues', {
      methods: ['GET'],
      args: {},
      may: managers,
      returns: answers('What the latest scan found, and how far it is.', {
        issues: listOf(objectOf(issueMembers)),
        total: integer,
        scan: scanSchema,
      }),
      run() {
        end('finished')
        const issues = state.findings.map(shown)
        return ok({ issues, total: issues.length, scan: state.scan })
      },
    }),
    route('/scan/issue', {
      methods: updating,
      args: { id: neededText, state: { ...stateSchema, required: true } },
      may: managers,
      returns: answers('The finding in its new state, which later scans keep.', issueMembers),
      run(request) {
        const id = textParam(request, 'id')
        const wanted = states.find((one) => one === textParam(request, 'state')) ?? 'open'
        const finding = state.findings.find((one) => one.id === id)
        if (finding === undefined)
          return new RestError('security_issue_not_found', 'The latest scan found no issue of this id.', 404)
        state.judged.set(id, wanted)
        return ok(shown(finding))
      },
    }),
  ]
}
