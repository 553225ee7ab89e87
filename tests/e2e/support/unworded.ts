import type { Page } from 'playwright';

/** What a page shows in the pseudo-locale that it should not. */
export interface Unworded {
  /** Texts of the page's own that come from no locale file. */
  readonly untranslated: readonly string[];
  /** Texts that do not fit where they stand. */
  readonly cut: readonly string[];
}

/** Turns the pseudo-locale on in the page that is open; it lasts until the next address. */
export async function speakPseudo(page: Page): Promise<void> {
  await page.evaluate(`System.import('@kituo/sdk').then((sdk) => sdk.showPseudoTexts(true))`);
  await page
    .locator('main')
    .filter({ hasText: /\[.*·\]/ })
    .waitFor();
}

/**
 * The words around what a page shows: titles, labels, tabs, headings of columns, buttons and what is read out.
 * Cells of tables and values of fields are data, and speak as they do; `ownData` selects what else of a page is.
 */
export async function unwordedOf(page: Page, ownData: string | undefined): Promise<Unworded> {
  return await page.evaluate(
    (alsoData) => {
      const own = 'h1, h2, h3, legend, label, caption, summary, th[scope=col], button, [role=tab], [role=columnheader]';
      const data = 'td, li, [role=gridcell], [role=cell], [role=treeitem], [role=listbox], time, .bp6-tag' + alsoData;
      // What is the same in every language: units, formats, short forms, numbers of things, dates and times.
      const same = new RegExp(
        [
          String.raw`\b(KES|EAT|CSV|XLSX|PDF|JSON|SMS|USSD|API|ID|IP|OK|Ctrl|Shift|Alt|Enter|Esc|M-Pesa)\b`,
          String.raw`\b[A-Z]*\d[A-Z\d]*\b`,
          String.raw`\d+ \p{L}{3}( \d{4})?`,
        ].join('|'),
        'gu',
      );
      const plain = (text: string): string => {
        let [rest, before] = [text, ''];
        while (rest !== before) [before, rest] = [rest, rest.replaceAll(/\[[^[\]]*\]/gu, '')];
        return rest.replaceAll(same, '');
      };
      const isShown = (element: Element) => element.getClientRects().length > 0 && element.closest('[hidden]') === null;
      const isPlain = (text: string | null) => text !== null && /\p{L}{3}/u.test(plain(text));
      // What is named after data is called as it: a list of the entries of a dictionary.
      const told = new Set([...document.querySelectorAll('li *')].map(({ textContent }) => textContent));
      const untranslated = new Set<string>();
      const cut = new Set<string>();
      for (const element of document.querySelectorAll('main *')) {
        if (element.closest(data) !== null || !isShown(element)) continue;
        for (const name of ['aria-label', 'placeholder']) {
          const text = element.getAttribute(name);
          if (text !== null && isPlain(text) && !told.has(text)) untranslated.add(`${name}: ${text}`);
        }
        if (element.closest(own) === null) continue;
        const words = [...element.childNodes].filter(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent !== null && node.textContent.trim() !== '',
        );
        for (const { textContent } of words) if (isPlain(textContent)) untranslated.add(textContent?.trim() ?? '');
        // What is for the ear alone has a pixel.
        const isClipped = element.clientWidth > 1 && ['hidden', 'clip'].includes(getComputedStyle(element).overflowX);
        if (words.length > 0 && isClipped && element.scrollWidth > element.clientWidth + 1) {
          cut.add(element.textContent?.trim() ?? '');
        }
      }
      return { untranslated: [...untranslated], cut: [...cut] };
    },
    ownData === undefined ? '' : `, ${ownData}`,
  );
}
