import { presetStyles } from '../editor/theme.ts'

const colour = (slug: string): string => `var(--wp--preset--color--${slug})`

/** The colours of the theme in the dark: every pair has at least the contrast of its light counterpart. */
const dark = { base: '#14181c', contrast: '#e9ecef', accent: '#8ab8ff', quiet: '#a3adb8', line: '#39424b' }

const page = `
${presetStyles}
:root { color-scheme: light dark; --tint: color-mix(in srgb, ${colour('contrast')} 4%, ${colour('base')}); }
@media screen and (prefers-color-scheme: dark) {
  :root { ${Object.entries(dark)
    .map(([slug, value]) => `--wp--preset--color--${slug}: ${value};`)
    .join(' ')} }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: ${colour('base')}; color: ${colour('contrast')}; font: 1.0625rem/1.65 system-ui, sans-serif; overflow-wrap: anywhere; }
header.site, main, footer.site { max-width: calc(var(--wp--style--global--wide-size) + 3rem); margin: 0 auto; padding-inline: 1.5rem; }
a { color: ${colour('accent')}; text-underline-offset: .15em; }
a:hover { text-decoration-thickness: .12em; }
:focus-visible { outline: 2px solid ${colour('accent')}; outline-offset: 2px; border-radius: 2px; }
main:focus { outline: none; }
.skip { position: absolute; inset-inline-start: 1rem; inset-block-start: -4rem; padding: .5rem 1rem; background: ${colour('base')}; }
.skip:focus { inset-block-start: .5rem; z-index: 1; }
`

const frame = `
header.site { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 2rem; padding-block: 1.5rem; }
.brand { margin-inline-end: auto; color: inherit; font-size: 1.25rem; font-weight: 650; letter-spacing: -.01em; text-decoration: none; }
.menu ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0; padding: 0; list-style: none; }
.menu a { color: inherit; text-decoration: none; padding-block: .25rem; display: inline-block; }
.menu a:hover, .menu a[aria-current] { text-decoration: underline; }
.menu.section { flex-basis: 100%; margin-block-start: .75rem; padding-block-start: .75rem; border-block-start: 1px solid ${colour('line')}; font-size: .925rem; }
.crumbs { font-size: .9rem; }
.crumbs ol { display: flex; flex-wrap: wrap; gap: 0 .5rem; margin: 0; padding: 0; list-style: none; }
.crumbs li + li::before { content: "/"; margin-inline-end: .5rem; color: ${colour('quiet')}; }
.crumbs a { color: ${colour('quiet')}; }
footer.site { margin-block-start: 5rem; padding-block: 1.5rem; border-block-start: 1px solid ${colour('line')}; color: ${colour('quiet')}; font-size: .9rem; }
footer.site a { color: inherit; }
main { padding-block: 1rem; }
h1, h2, h3, h4, h5, h6 { line-height: 1.2; text-wrap: balance; letter-spacing: -.015em; font-weight: 650; }
h1 { max-width: 24em; margin: .5rem 0 1.75rem; font-size: clamp(1.9rem, 1.3rem + 2.4vw, 2.75rem); line-height: 1.1; letter-spacing: -.025em; }
h2 { margin: 3rem 0 1rem; font-size: 1.5rem; }
h3 { margin: 2rem 0 .75rem; font-size: 1.2rem; }
h4, h5, h6 { margin: 1.5rem 0 .5rem; font-size: 1.0625rem; }
.lead { color: ${colour('quiet')}; }
`

const blocks = `
.content :is(p, ul, ol, dl, blockquote, pre, h2, h3, h4, h5, h6), .content .wp-block-table, .content details { max-width: var(--wp--style--global--content-size); }
p, ul, ol { margin: 0 0 1.1rem; }
ul, ol { padding-inline-start: 1.4rem; }
.content :is(li + li, li > ul, li > ol) { margin-block-start: .35rem; }
img { max-width: 100%; height: auto; vertical-align: middle; }
.featured, .wp-block-image img { width: auto; max-height: 34rem; border-radius: .5rem; }
.featured { display: block; margin-block-end: 2rem; }
figure { margin: 1.75rem 0; }
figcaption { margin-block-start: .5rem; color: ${colour('quiet')}; font-size: .875rem; }
.wp-block-table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
table.has-fixed-layout { table-layout: fixed; }
th, td { padding: .6rem 1rem .6rem 0; border-block-end: 1px solid ${colour('line')} !important; border-inline-width: 0 !important; border-block-start-width: 0 !important; text-align: start; vertical-align: top; }
[dir=rtl] :is(th, td) { padding: .6rem 0 .6rem 1rem !important; }
th { font-weight: 600; }
tr:first-child > :is(th, td) { border-block-start: 1px solid ${colour('line')} !important; }
.is-style-stripes tr:nth-child(odd) { background: var(--tint); }
.wp-block-columns { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; margin: 1.75rem 0; }
.wp-block-column { flex: 1 1 0; min-width: 0; }
.wp-block-column[style*="flex-basis"] { flex-grow: 0; }
.wp-block-columns + .wp-block-columns { margin-block-start: 1rem; }
.wp-block-columns .wp-block-columns { gap: 1rem; }
:is(.wp-block-column, .wp-block-group, blockquote, .content, .content > .wp-block-group) > :first-child { margin-block-start: 0 !important; }
:is(.wp-block-column, .wp-block-group, blockquote) > :last-child { margin-block-end: 0 !important; }
.wp-block-columns:has(> .wp-block-column > .wp-block-group) { gap: 1rem; }
.wp-block-group[style*="border-width"] { height: 100%; border-style: solid; border-color: ${colour('line')}; background: var(--tint); }
@media print, (min-width: 782px) {
  .wp-block-columns { flex-wrap: nowrap; }
}
@media screen and (max-width: 781px) {
  .wp-block-columns > .wp-block-column { flex-basis: 100% !important; }
}
.wp-block-buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.75rem 0; }
.wp-block-button__link, .wp-block-file__button { display: inline-block; padding: .65rem 1.5rem; border-radius: 10rem; background: ${colour('contrast')}; color: ${colour('base')}; text-decoration: none; }
.wp-block-button__link:hover, .wp-block-file__button:hover { background: color-mix(in srgb, ${colour('contrast')} 85%, ${colour('base')}); }
.is-style-outline .wp-block-button__link { background: none; color: inherit; box-shadow: inset 0 0 0 1px currentColor; }
.wp-block-gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: 1rem; }
.wp-block-gallery > figure { margin: 0; }
blockquote { margin: 1.75rem 0; padding-inline-start: 1.25rem; border-inline-start: 3px solid ${colour('line')}; }
hr { width: 6rem; margin: 2.5rem 0; border: 0; border-block-start: 1px solid ${colour('line')}; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { overflow-x: auto; padding: 1rem; border-radius: .5rem; background: var(--tint); white-space: pre-wrap; }
.alignright { float: inline-end; margin-inline-start: 1.5rem; }
.alignleft { float: inline-start; margin-inline-end: 1.5rem; }
.aligncenter, .has-text-align-center { margin-inline: auto; text-align: center; }
.screen-reader-text { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; white-space: nowrap; }
`

const lists = `
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); gap: 1.25rem; margin: 2rem 0; padding: 0; list-style: none; }
.card a { display: flex; flex-direction: column; height: 100%; border: 1px solid ${colour('line')}; border-radius: .5rem; color: inherit; text-decoration: none; overflow: hidden; }
.card a:hover, .card a:focus-visible { border-color: ${colour('accent')}; }
.card a:hover span { text-decoration: underline; }
.card img { width: 100%; aspect-ratio: 4 / 3; object-fit: cover; }
.card span { padding: .75rem 1rem; font-size: .95rem; line-height: 1.4; }
.pager { margin-block: 2rem; color: ${colour('quiet')}; }
@media print {
  header.site, footer.site, .crumbs, .skip { display: none; }
  :root { color-scheme: light; }
  .wp-block-columns, .wp-block-buttons, tr, figure, .card { break-inside: avoid; }
  h1, h2, h3, h4, h5, h6 { break-after: avoid; }
  .featured, .wp-block-image img { max-height: 18rem; }
  body { font-size: 10.5pt; background: #fff; color: #000; }
}
`

/** The public site's looks: a readable measure, from 390 px up, light, dark and in print, with system fonts. */
export const styles = page + frame + blocks + lists
