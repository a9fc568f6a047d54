import type { Command } from '../../reasons/command.ts'
import { countOf } from '../../text/format.ts'
import { plural } from '../../text/plural.ts'
import type { NoteSentences } from './note-sentences.ts'

type Codes =
  | 'media-omitted'
  | 'media-kept'
  | 'media-odd'
  | 'media-unfetched'
  | 'media-unused'
  | 'media-trashed'
  | 'media-no-trash'
  | 'sizes-failed'
  | 'sizes-waiting'
  | 'uploads-blocked'

const listUnused: Command = { lead: 'To list them', argv: ['status', '--unused-media'] }

export const fileNoteSentences: NoteSentences<Codes> = {
  'media-omitted': (files) => `media left out: ${filesText(files)}`,
  'media-kept': (files) => `pages keep the earlier version of a file: ${filesText(files)}`,
  'media-odd': (files) => `media used as it is: ${filesText(files)}`,
  'media-unfetched': ({ count, example }) => {
    const shown = example === undefined ? '' : `, for example ${example.replace(/\.$/, '')}`
    return `${countOf(count, 'file')} could not be fetched${shown}. The next run fetches them`
  },
  'media-unused': ({ count }) => ({
    text: `${countOf(count, 'file is', 'files are')} no longer shown by any page`,
    command: listUnused,
  }),
  'media-trashed': ({ count }) =>
    `${countOf(count, 'file')} that no page has shown since an earlier run ${plural(count, 'is', 'are')} in the trash of the media library`,
  'media-no-trash': ({ count }) => ({
    text: `${countOf(count, 'file')}: unused files stay in the media library: the CMS has no trash for files, and the mirror deletes none of them permanently. Define MEDIA_TRASH as true in wp-config.php, or delete them by hand`,
    command: listUnused,
  }),
  'sizes-failed': ({ count, example }) =>
    `the CMS could not create smaller sizes of ${countOf(count, 'image')}, for example ${example.replace(/\.$/, '')}. Pages show the original. Create them in the CMS, for example with “wp media regenerate --only-missing”`,
  'sizes-waiting': ({ count, created, detail }) => {
    const shown = detail === undefined ? '' : ` (${detail.replace(/\.$/, '')})`
    const done = created === 0 ? '' : `; this run created those of ${countOf(created, 'image')}`
    return `smaller sizes of ${countOf(count, 'image')} are not created yet${shown}${done}. The next run continues; until then, visitors get the originals`
  },
  'uploads-blocked': ({ detail }) =>
    `something in front of the CMS rejects files that are sent as they are (POST /media: ${detail}), so files are sent as forms (multipart/form-data). No action is needed; the firewall may also allow requests of the types image/* and application/pdf`,
}

function filesText({ fault, others, more }: { fault: string; others: readonly string[]; more: number }) {
  if (others.length === 0) return fault
  const beyond = more === 0 ? '' : ` and ${countOf(more, 'other file')}`
  return `${fault.replace(/\.$/, '')}; likewise ${others.join(', ')}${beyond}`
}
