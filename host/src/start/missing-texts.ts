import { call, missingTexts$, session$ } from '@kituo/sdk';
import { languages } from '@kituo/sdk/contracts';

/** Texts that are missed together go in one report. Milliseconds. */
const REST_MS = 10_000;
const A_REPORT = 50;
/** A console that misses everything says so once. */
const A_TAB = 200;

/** Reports texts that this console looked for in vain, so that translators see them. */
export function reportMissingTexts(): void {
  const waiting: { languageCode: string; namespace: string; key: string }[] = [];
  let reported = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function report(): void {
    timer = undefined;
    const texts = waiting.splice(0, A_REPORT);
    if (texts.length === 0 || session$.value.token === null) return;
    // A report that fails is not worth another: the next person misses the same text.
    call(languages.reportMissing, { texts }, { showLoading: false, quiet: true }).catch(() => undefined);
    if (waiting.length > 0) timer = setTimeout(report, REST_MS);
  }

  missingTexts$.subscribe(({ language, namespace, key }) => {
    if (reported >= A_TAB) return;
    reported += 1;
    waiting.push({ languageCode: language, namespace, key });
    timer ??= setTimeout(report, REST_MS);
  });
}
