/** The styles of the control page: fluid cards, readable from 390 px up, light and dark. */
export const styles = `
:root { color-scheme: light dark; --ink: #1b2126; --quiet: #5a6570; --line: #dde2e7; --paper: #f4f6f8; --card: #fff; --link: #0a58ca; --bad: #a3341f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --quiet: #9aa5b1; --line: #333c45; --paper: #12161a; --card: #1b2127; --link: #7db4ff; --bad: #ff9b85; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
p, h2, code, td a, td span { overflow-wrap: anywhere; }
header, main { max-width: 76rem; margin: 0 auto; padding: 1rem; }
header h1 { margin: 0; font-size: 1.5rem; }
header p { margin: .25rem 0 0; }
a { color: var(--link); }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-top: .5rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 0 0 1rem; }
.tiles div, section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; }
.tiles dt { color: var(--quiet); font-size: .85rem; }
.tiles dd { margin: 0; font-size: 1.6rem; font-variant-numeric: tabular-nums; line-height: 1.2; }
.cards { columns: 2 26rem; column-gap: 1rem; }
section { break-inside: avoid; margin-bottom: 1rem; }
h2 { font-size: 1.05rem; margin: 0 0 .5rem; }
section p { margin: .5rem 0 0; }
h3 { font-size: .9rem; color: var(--quiet); margin: .75rem 0 .25rem; font-weight: 600; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th { text-align: start; color: var(--quiet); font-weight: 500; font-size: .85rem; }
th, td { padding: .3rem 0; border-top: 1px solid var(--line); vertical-align: top; text-align: start; }
th + th, td + td { padding-inline-start: 1rem; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
code { font: .9em/1.4 ui-monospace, monospace; }
ul { margin: .5rem 0 0; padding: 0; list-style: none; columns: 2; }
.quiet { color: var(--quiet); }
.bad { color: var(--bad); }
`
