/**
 * How the page looks on screen and on paper. States are shown as text and a bar as well as by
 * color. Paper is always light; on a narrow screen each key is a card, whose cells say their
 * columns.
 */
export const styles = `
:root { color-scheme: light; --paper: #fff; --ink: #1b1f24; --faint: #57606a; --line: #d5dbe1; --bar: #8c959f; --bad: #a4161a; --warn: #855600; --good: #1d6b3a; }
@media screen and (prefers-color-scheme: dark) {
  :root { color-scheme: dark; --paper: #14181d; --ink: #e6eaee; --faint: #a3adb8; --line: #363e47; --bar: #6f7984; --bad: #ff8f8a; --warn: #e8b04b; --good: #6fcf92; }
}
* { box-sizing: border-box; }
body { font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--ink); background: var(--paper); max-width: 75rem; margin: 2rem auto; padding: 0 1.5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .75rem; }
h2 { font-size: 1.15rem; line-height: 1.3; margin: 2rem 0 0; }
a { color: inherit; }
small, .id { display: block; color: var(--faint); font-size: .8rem; }
.id { margin: .1rem 0 .5rem; }
#sentence { font-size: 1.1rem; font-weight: 600; margin: 0 0 1.25rem; padding-left: .75rem; border-left: .3rem solid; }
#sentence.bad { border-color: var(--bad); }
#sentence.good { border-color: var(--good); }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.25rem; margin: 0 0 1.5rem; }
.facts dt { color: var(--faint); }
.facts dd { margin: 0; }
.numbers { list-style: none; display: flex; flex-wrap: wrap; gap: .75rem; margin: 0 0 1.5rem; padding: 0; }
.numbers li { border: 1px solid var(--line); border-left: .3rem solid var(--bar); border-radius: .3rem; padding: .5rem 1rem; }
.numbers strong { display: block; font-size: 1.6rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.numbers .onTime { border-left-color: var(--good); }
.numbers .overdue { border-left-color: var(--bad); }
.numbers .atRisk, .numbers .unscheduled, .numbers .unrotated { border-left-color: var(--warn); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
th { font-size: .8rem; color: var(--faint); font-weight: 600; overflow-wrap: normal; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.contents { width: auto; min-width: 60%; }
.keys td, .keys .state { overflow-wrap: normal; }
.keys td > :not(.state, time) { overflow-wrap: anywhere; }
time { white-space: nowrap; }
.keys td:first-child { border-left: .3rem solid transparent; }
.keys .overdue td:first-child { border-left-color: var(--bad); }
.keys .atRisk td:first-child, .keys .unscheduled td:first-child { border-left-color: var(--warn); }
.state { display: inline-block; font-weight: 600; }
.onTime .state { color: var(--good); }
.overdue .state { color: var(--bad); text-transform: uppercase; }
.atRisk .state, .unscheduled .state { color: var(--warn); }
.legend { color: var(--faint); font-size: .85rem; }
.legend dt { font-weight: 600; }
.legend dd { margin: 0 0 .4rem; }
@media not all and (max-width: 48rem) {
  .keys th:nth-child(1) { width: 24%; }
  .keys th:nth-child(2) { width: 18%; }
  .keys th:nth-child(3) { width: 13%; }
  .keys th:nth-child(5) { width: 14%; }
}
@media screen and (max-width: 48rem) {
  body { margin: 1.25rem auto; padding: 0 1rem; }
  h1 { font-size: 1.4rem; }
  .facts { display: block; }
  .facts dt { font-size: .8rem; }
  .facts dd { margin: 0 0 .5rem; }
  .numbers { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; }
  .numbers li { padding: .4rem .75rem; }
  thead { display: none; }
  .contents, .contents tbody { display: block; width: 100%; }
  .contents tr { display: grid; grid-template-columns: 2fr 2fr 2fr 2fr 3fr; border-bottom: 1px solid var(--line); padding: .4rem 0; }
  .contents td { border: 0; padding: .1rem 0; }
  .contents td:first-child { grid-column: 1 / -1; }
  .contents .number { text-align: left; }
  .contents .number::before { content: attr(data-label); display: block; color: var(--faint); font-size: .75rem; }
  .keys, .keys tbody, .keys tr, .keys td { display: block; }
  .keys tr { border: 1px solid var(--line); border-left: .3rem solid var(--bar); border-radius: .3rem; margin: 0 0 .75rem; padding: .5rem .75rem; }
  .keys tr.onTime { border-left-color: var(--good); }
  .keys tr.overdue { border-left-color: var(--bad); }
  .keys tr.atRisk, .keys tr.unscheduled { border-left-color: var(--warn); }
  .keys td, .keys td:first-child { position: relative; border: 0; padding: .15rem 0 .15rem 7rem; text-align: left; }
  .keys td::before { content: attr(data-label); position: absolute; left: 0; color: var(--faint); font-size: .8rem; line-height: 1.8; }
  .keys td:first-child { padding-left: 0; padding-bottom: .4rem; }
  .keys td:first-child::before { content: none; }
  .keys .name { font-weight: 600; }
}
@page {
  size: A4 landscape; margin: 1.2cm;
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; }
}
@media print {
  :root { font-size: 9.5pt; }
  body { font-size: 1rem; margin: 0; padding: 0; max-width: none; }
  thead { display: table-header-group; }
  tr, .numbers li { break-inside: avoid; }
  h2 { break-after: avoid; }
  * { print-color-adjust: exact; }
}
`;
