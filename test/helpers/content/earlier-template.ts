/** The page template before columns, cards and the language line. Pages that it wrote get today's layout, with their edits. */
export const earlierTemplate = {
  file: 'earlier.eta',
  text: `<% const { blocks, labels } = it %>
<%~ it.intro %>

<% for (const section of it.sections) { %>
<%~ blocks.heading(2, section.title) %>
<%~ section.blocks %>
<% } %>

<% if (it.facts.length > 0) { %>
<%~ blocks.heading(2, labels.technical_data) %>
<%~ blocks.textTable(it.facts) %>
<% } %>

<% if (it.attributes.length > 0) { %>
<%~ blocks.heading(2, labels.attributes) %>
<%~ blocks.textTable(
  it.attributes.map(({ name, value, norm }) =>
    value === '' ? [name, norm] : [norm === '' ? name : \`\${name} (\${norm})\`, value],
  ),
) %>
<% } %>

<% if (it.materials.length > 0) { %>
<%~ blocks.heading(2, labels.materials) %>
<%~ blocks.textTable(it.materials.map(({ name, value }) => [name, value])) %>
<% } %>

<% if (it.packaging.length > 0) { %>
<%~ blocks.heading(2, labels.packaging) %>
<%~ blocks.textTable(it.packaging) %>
<% } %>

<% if (it.downloads.length > 0) { %>
<%~ blocks.heading(2, labels.downloads) %>
<%~ blocks.linkList(it.downloads) %>
<% } %>

<% if (it.languages.length > 0) { %>
<%~ blocks.heading(2, labels.other_languages) %>
<%~ blocks.languageList(it.languages) %>
<% } %>`,
}
