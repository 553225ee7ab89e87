import { textOf, textRevisionOf, useValue } from '@kituo/sdk';
import { useMemo } from 'react';

/** The namespace of the host's own texts: `host/locales/{en,zh}.json`. */
export const HOST_TEXTS = 'host';

type Values = Readonly<Record<string, string | number>>;

/** A host text in the present language, for code outside of components. */
export function hostText(key: string, values?: Values): string {
  return textOf(HOST_TEXTS, key, values);
}

export type HostText = (key: string, values?: Values) => string;

/** A new function per revision, so that memoised children notice a change of language. */
const textsOf =
  (namespace: string, _revision: number): HostText =>
  (key, values) =>
    textOf(namespace, key, values);

/** Texts of one of the host's namespaces in a component; a change of them or of the language draws it again. */
export function useTextsOf(namespace: string): HostText {
  const revision = useValue(textRevisionOf(namespace));
  return useMemo(() => textsOf(namespace, revision), [namespace, revision]);
}

/** The host's texts in a component. */
export function useText(): HostText {
  return useTextsOf(HOST_TEXTS);
}
