import type { readTemplates } from '../../../config/templates.ts'

type Templates = Awaited<ReturnType<typeof readTemplates>>

/** The page template for a theme that does not show featured images: the image is at the top. */
export function withPicture({ template, ...others }: Templates): Templates {
  const picture = '<% if (it.image) { %><%~ it.blocks.image(it.image) %><% } %>\n'
  return { template: { ...template, text: picture + template.text }, ...others }
}
