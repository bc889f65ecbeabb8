/** How the page looks on screen and on paper. States are told by words and a bar as well as by colour. */
export const styles = `
:root { color-scheme: light; --ink: #1b1f24; --faint: #5b6570; --line: #d5dbe1; --bad: #a4161a; --warn: #8a5a00; --good: #1d6b3a; }
* { box-sizing: border-box; }
body { font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--ink); background: #fff; max-width: 75rem; margin: 2rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.7rem; margin: 0 0 1rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 0; }
a { color: inherit; }
small, .id { display: block; color: var(--faint); font-size: .8rem; overflow-wrap: anywhere; }
.id { margin: .1rem 0 .5rem; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.25rem; margin: 0 0 1.5rem; }
.facts dt { color: var(--faint); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.numbers { list-style: none; display: flex; flex-wrap: wrap; gap: .75rem; margin: 0 0 1.5rem; padding: 0; }
.numbers li { border: 1px solid var(--line); border-left: .3rem solid var(--line); border-radius: .3rem; padding: .5rem 1rem; }
.numbers strong { display: block; font-size: 1.6rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.numbers .onTime { border-left-color: var(--good); }
.numbers .overdue { border-left-color: var(--bad); }
.numbers .unscheduled { border-left-color: var(--warn); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
th { font-size: .8rem; color: var(--faint); font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.contents { width: auto; min-width: 60%; }
.keys td:first-child { border-left: .3rem solid transparent; }
.keys .overdue td:first-child { border-left-color: var(--bad); }
.keys .unscheduled td:first-child { border-left-color: var(--warn); }
.state { font-weight: 600; }
.onTime .state { color: var(--good); }
.overdue .state { color: var(--bad); text-transform: uppercase; }
.unscheduled .state { color: var(--warn); }
.legend { color: var(--faint); font-size: .85rem; }
.legend dt { font-weight: 600; }
.legend dd { margin: 0 0 .4rem; }
@page { size: A4 landscape; margin: 1.2cm; }
@media print {
  body { font-size: 9.5pt; margin: 0; padding: 0; max-width: none; }
  thead { display: table-header-group; }
  tr, .numbers li { break-inside: avoid; }
  h2 { break-after: avoid; }
  * { print-color-adjust: exact; }
}
`;
