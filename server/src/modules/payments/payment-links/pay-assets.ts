/** Looks of the page that customers pay on: one column, readable on the smallest phone, light and dark. */
export const payStyle = `:root{color-scheme:light dark;--ink:#1c2127;--soft:#5f6b7c;--ground:#f6f7f9;--card:#fff;--line:#d3d8de;--act:#165a36;--act-ink:#fff;--note:#fff3d6;--note-ink:#5c4405}
@media (prefers-color-scheme:dark){:root{--ink:#f6f7f9;--soft:#abb3bf;--ground:#1c2127;--card:#252a31;--line:#404854;--act:#72ca9b;--act-ink:#0d2b1b;--note:#3d3214;--note-ink:#fbe3a4}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:17px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.top,main{max-width:440px;margin:0 auto;padding:0 16px}
.top{display:flex;justify-content:space-between;align-items:center;gap:16px;padding-top:16px;padding-bottom:16px;font-size:15px}
.top a,.again{display:inline-block;padding:10px 0;color:inherit}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:20px}
h1{margin:0 0 4px;font-size:20px;line-height:1.3}
h2{margin:24px 0 8px;font-size:15px}
p{margin:0 0 12px}
.amount{font-size:34px;font-weight:650;line-height:1.2;margin:0 0 4px;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.soft{color:var(--soft);font-size:15px}
.note{background:var(--note);color:var(--note-ink);border-radius:8px;padding:12px;margin:0 0 16px}
ul,dl{list-style:none;margin:0;padding:0;font-variant-numeric:tabular-nums}
li,.pair{display:flex;justify-content:space-between;gap:16px;padding:8px 0;border-top:1px solid var(--line)}
li span:last-child{white-space:nowrap}
dt{color:var(--soft)}
dd{margin:0;font-weight:600;flex:none;max-width:60%;overflow-wrap:anywhere;text-align:end}
button{width:100%;min-height:52px;margin:20px 0 12px;border:0;border-radius:10px;background:var(--act);color:var(--act-ink);font:inherit;font-weight:650;cursor:pointer}
button:disabled{opacity:.6;cursor:default}
:focus-visible{outline:3px solid var(--act);outline-offset:3px}
.until{margin:16px 0 0}
main{padding-bottom:32px}
`;

/** A press sends once; while a payment is under way the page asks for itself and draws what has changed. */
export const payScript = `'use strict';
const main = document.querySelector('main');
const arm = () => {
  const form = main.querySelector('form');
  if (form) form.addEventListener('submit', () => { form.querySelector('button').disabled = true; });
};
const wait = () => setTimeout(async () => {
  try {
    const reply = document.hidden ? null : await fetch(location.href, { cache: 'no-store' });
    if (reply && reply.ok) {
      const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
      const next = page.querySelector('main');
      if (next && next.dataset.state !== main.dataset.state) {
        main.dataset.state = next.dataset.state;
        main.replaceChildren(...next.childNodes);
        document.title = page.title;
        arm();
      }
    }
  } catch { /* no line now: asked again */ }
  if (main.dataset.state === 'waiting') wait();
}, 3000);
addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
arm();
if (main.dataset.state === 'waiting') wait();
`;
