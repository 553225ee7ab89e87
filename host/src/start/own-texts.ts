import { call, languageChain, session$, setOwnTexts } from '@kituo/sdk';
import { languages } from '@kituo/sdk/contracts';

/** Language → which state of its own texts is shown. */
const taken = new Map<string, string>();
type OwnTexts = Parameters<typeof setOwnTexts>[1];
const shown = new Map<string, OwnTexts>();
const underWay = new Map<string, Promise<void>>();

async function take(languageCode: string, revision: string | undefined): Promise<void> {
  if (taken.get(languageCode) === revision) return;
  if (revision === undefined) {
    taken.delete(languageCode);
    shown.delete(languageCode);
    setOwnTexts(languageCode, {});
    return;
  }
  const endpoint = session$.value.token === null ? languages.publicTexts : languages.texts;
  // The address names the revision: the browser's cache answers what was read before.
  const texts = await call(endpoint, { languageCode, revision }, { showLoading: false, quiet: true });
  taken.set(languageCode, revision);
  shown.set(languageCode, texts);
  setOwnTexts(languageCode, texts);
}

/** Those of one namespace, by language: a frame has no others. */
export function ownTextsOf(namespace: string): Record<string, OwnTexts> {
  return Object.fromEntries([...shown].map(([code, texts]) => [code, { [namespace]: texts[namespace] ?? {} }]));
}

/** Takes a language's texts in, one reading at a time; a failed one is made up for by the next. */
async function takeOnce(languageCode: string, revision: string | undefined): Promise<void> {
  const id = `${languageCode} ${revision ?? ''}`;
  const started = underWay.get(id) ?? take(languageCode, revision).finally(() => underWay.delete(id));
  underWay.set(id, started);
  await started.catch(() => undefined);
}

/**
 * Shows what the lender's own people wrote over the shipped texts, in the present language and those it
 * falls back to. Nothing is fetched where nobody wrote anything. Never rejects.
 */
export async function showOwnTexts(): Promise<void> {
  const { language, languages: offered } = session$.value;
  await Promise.all(
    languageChain(language, offered).map(async (code) => {
      const revision = offered.find((each) => each.languageCode === code)?.textRevision;
      await takeOnce(code, revision);
    }),
  );
}

/** Follows language and revisions from now on. */
export function followOwnTexts(): void {
  session$.subscribe(() => void showOwnTexts());
}
