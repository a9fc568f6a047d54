import type { OpsPlace } from '../../deps.ts'
import { eta } from './eta.ts'

/** The entries of the navigation. */
const sections = [
  { name: 'overview', label: 'Overview', url: '/' },
  { name: 'coverage', label: 'Coverage', url: '/coverage' },
  { name: 'decisions', label: 'Decisions', url: '/decisions' },
  { name: 'runs', label: 'Runs', url: '/runs' },
  { name: 'audit', label: 'Audit log', url: '/audit' },
  { name: 'queues', label: 'Queues', url: '/queues' },
] as const

export type Section = (typeof sections)[number]['name']

/** The mirror of a page, and all mirrors of a process with several. */
export type Frame = { place?: OpsPlace | undefined; mirrors?: readonly OpsPlace[] | undefined }

/** The current section, and the text in the search field. */
type Shown = { section?: Section | undefined; query?: string | undefined }

/** The navigation as HTML, even for pages that we do not render ourselves. */
export function renderHeader({ place, mirrors = [] }: Frame, { section, query = '' }: Shown = {}): string {
  // The list of mirrors has no subpages.
  const isList = mirrors.length > 0 && place === undefined
  const current = sections.find(({ name }) => name === section)
  return eta.render('./parts/header', {
    sections: isList ? [] : sections,
    section,
    query,
    base: place?.base ?? '',
    mirror: place?.id,
    // The links to other mirrors open the same page.
    mirrors: mirrors.map(({ id, base }) => ({ id, url: base + (current?.url ?? '/') })),
  })
}
