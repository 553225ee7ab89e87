import { expect, it } from 'vitest';
import { pageOf, startOf } from './fetched-page.ts';

const html = (text: string) => pageOf('text/html; charset=utf-8', Buffer.from(text));

it('keeps the title and the words of a page, and none of its scripts and styles', () => {
  expect(
    html(`<!doctype html><html><head><TITLE>Haraka &amp; Co</TITLE><style>p { color: red }</style>
      <script>if (1 < 2) track('<p>')</script></head>
      <body><h1>Apply  now</h1>\n<p>KES&nbsp;500 &lt; 5,000</p></body></html>`),
  ).toMatchObject({ pageTitle: 'Haraka & Co', pageText: 'Apply now KES 500 < 5,000' });
});

it('knows a page again whose markup alone changed, and not one that says something else', () => {
  const one = html('<title>Loan</title><p>Apply now</p>');
  expect(html('<title>Loan</title><div class="x"><b>Apply</b> now</div>')?.pageHash).toBe(one?.pageHash);
  expect(html('<title>Loan</title><p>Domain for sale</p>')?.pageHash).not.toBe(one?.pageHash);
});

it('keeps nothing of a picture or of an empty answer, and cuts what is long or never ends', () => {
  expect(pageOf('image/png', Buffer.from([1, 2, 3]))).toBeNull();
  expect(html('')).toBeNull();
  expect(html(`<p>${'a'.repeat(10_000)}`)?.pageText).toHaveLength(4_000);
  expect(html(`<p>seen</p>${'<script>'.repeat(30_000)}`)?.pageText).toBe('seen');
});

it('reads the start of an answer and closes the connection', async () => {
  let isClosed = false;
  const endless = {
    async *[Symbol.asyncIterator]() {
      for (;;) yield await Promise.resolve(Buffer.alloc(65_536, 'x'));
    },
    destroy() {
      isClosed = true;
      return this as never;
    },
  };
  expect(await startOf(endless)).toHaveLength(262_144);
  expect(isClosed).toBe(true);
});
