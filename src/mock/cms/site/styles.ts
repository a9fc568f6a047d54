/** The public site's looks: one column, readable from 390 px up, light and dark. */
export const styles = `
:root { color-scheme: light dark; --ink: #1d2327; --quiet: #5b6570; --line: #d9dee3; --paper: #fff; --link: #0a58ca; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --quiet: #9aa5b1; --line: #39424b; --paper: #15191d; --link: #7db4ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
header, main { max-width: 56rem; margin: 0 auto; padding: 1rem; }
header { border-bottom: 1px solid var(--line); }
header a { color: inherit; font-weight: 600; text-decoration: none; }
a { color: var(--link); }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 1rem 0; }
h2 { font-size: 1.35rem; margin: 2rem 0 .5rem; }
img { max-width: 100%; height: auto; }
img.featured { display: block; margin: 0 0 1.5rem; border-radius: .25rem; }
figure { margin: 1.5rem 0; }
figcaption, .quiet { color: var(--quiet); font-size: .9rem; }
.wp-block-table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .4rem .6rem; text-align: start; vertical-align: top; }
table.has-fixed-layout { table-layout: fixed; }
.wp-block-columns { display: flex; gap: 2rem; margin: 1.5rem 0; }
.wp-block-column { flex: 1 1 0; min-width: 0; }
.wp-block-column[style*="flex-basis"] { flex-grow: 0; }
.wp-block-column > :first-child, .wp-block-group > :first-child { margin-block-start: 0; }
.wp-block-column > :last-child, .wp-block-group > :last-child { margin-block-end: 0; }
[style*="border-width"] { border-style: solid; border-color: var(--line); }
@media (max-width: 781px) {
  .wp-block-columns { flex-wrap: wrap; gap: 1rem; }
  .wp-block-columns > .wp-block-column { flex-basis: 100% !important; }
}
.pages { padding-inline-start: 1.2rem; }
.wp-block-button__link, .wp-block-file__button { display: inline-block; padding: .5rem 1rem; border-radius: .25rem; background: var(--link); color: var(--paper); text-decoration: none; }
`
