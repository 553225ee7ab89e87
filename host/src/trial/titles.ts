import type { SessionPlugin } from '@kituo/sdk/contracts';
import { fileUrlOf, integrityOf } from '../loading/file-name.ts';
import { textAt } from '../start/text-at.ts';

/** What a plugin on trial calls itself and its pages: its texts by language. */
export type TrialTexts = Readonly<Record<string, unknown>>;

/** Reads them from the developer's machine; a file that does not come is as if it were empty. */
export async function readTrialTexts(plugin: SessionPlugin): Promise<TrialTexts> {
  const read = Object.entries(plugin.locales).map(async ([language, index]) => {
    const texts = await readJson(plugin, plugin.files[index] ?? '').catch(() => null);
    return [language, texts] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

async function readJson(plugin: SessionPlugin, file: string): Promise<unknown> {
  const response = await fetch(fileUrlOf(plugin, file), { integrity: integrityOf(file) });
  return response.ok ? await response.json() : null;
}

/** A title in the first of the languages that has it; else its name in words. */
export function titleIn(
  texts: TrialTexts,
  languages: readonly string[],
  { titleKey, name }: { readonly titleKey: string; readonly name: string },
): string {
  for (const language of languages) {
    const title = textAt(texts[language], titleKey);
    if (title !== null) return title;
  }
  return inWords(name);
}

/** `CashUp`, `cash-up` → `Cash up`. */
function inWords(name: string): string {
  const spaced = name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll('-', ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
