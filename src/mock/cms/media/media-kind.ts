import { integerList, textList } from '../rest/common-args.ts'
import { statusField, templateField } from '../posts/choice-fields.ts'
import { common, editing } from '../posts/fields.ts'
import { metaField } from '../posts/meta-field.ts'
import type { Kind } from '../posts/kind.ts'
import { contentLinks } from '../posts/links.ts'
import { listArgs, orders, statusArg } from '../posts/list/list-args.ts'
import { mediaRights } from '../posts/rights.ts'
import { looseText } from '../posts/write/write.ts'
import { RestError } from '../rest/error.ts'
import { param } from '../rest/request.ts'
import type { Store } from '../store/store.ts'
import { mediaFields } from './media-fields.ts'

const meta = [{ name: '_crdt_document', contexts: editing }]
const families = ['image', 'video', 'text', 'application', 'audio']

/** Media: rows with a file. They have a trash only if the site enables it. */
export function mediaKind(store: Store, hasTrash: boolean): Kind {
  const kind: Kind = {
    type: 'attachment',
    base: 'media',
    rights: mediaRights,
    trash: hasTrash || { message: "The post does not support trashing. Set 'force=true' to delete." },
    meta,
    acf: {},
    taxonomies: {},
    fields: [
      common.date,
      common.dateGmt,
      common.guid,
      common.id,
      common.link,
      common.modified,
      common.modifiedGmt,
      common.slug,
      statusField([], (id) => store.get(id)?.status),
      common.type,
      common.permalinkTemplate,
      common.generatedSlug,
      common.title,
      common.author,
      common.featured,
      common.commentStatus,
      common.pingStatus,
      metaField(meta),
      templateField([]),
      ...mediaFields.map((field) => ({ ...field, whole: true })),
    ],
    listArgs: listArgs(orders, statusArg(mediaRights, ['inherit', 'private', 'trash'], 'inherit'), {
      parent: integerList,
      parent_exclude: integerList,
      media_type: { ...textList, items: { type: 'string', enum: families } },
      mime_type: textList,
    }),
    itemArgs: {},
    createArgs: {
      generate_sub_sizes: { type: 'boolean', default: true },
      convert_format: { type: 'boolean', default: true },
    },
    links: (view) => contentLinks(kind, view),
    draft(request, draft) {
      const caption = looseText(param(request, 'caption'))
      const description = looseText(param(request, 'description'))
      const alt = param(request, 'alt_text')
      const post = param(request, 'post')
      refuseParentType(store, post)
      const own = { ...draft }
      if (own.status !== undefined && own.status !== 'private') own.status = 'inherit'
      if (caption !== undefined) own.excerpt = caption
      if (description !== undefined) own.content = description
      if (typeof alt === 'string') own.alt = alt
      // The database column is unsigned.
      if (typeof post === 'number') own.parent = Math.max(0, post)
      return own
    },
  }
  return kind
}

/** Files cannot be attached to files. */
export function refuseParentType(store: Store, post: unknown): void {
  const type = typeof post === 'number' ? store.get(post)?.type : undefined
  if (type === 'attachment' || type === 'revision')
    throw new RestError('rest_invalid_param', 'Invalid parent type.', 400)
}
