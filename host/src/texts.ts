import { textOf, textRevision$, useValue } from '@kituo/sdk';
import { useMemo } from 'react';

/** The namespace of the host's own texts: `host/locales/{en,zh}.json`. */
export const HOST_TEXTS = 'host';

type Values = Readonly<Record<string, string | number>>;

/** A host text in the present language, for code outside of components. */
export function hostText(key: string, values?: Values): string {
  return textOf(HOST_TEXTS, key, values);
}

type HostText = (key: string, values?: Values) => string;

/** A new function per revision, so that memoised children notice a change of language. */
const textsOf = (_revision: number): HostText => hostText.bind(null);

/** The host's texts in a component; a change of language draws it again. */
export function useText(): HostText {
  const revision = useValue(textRevision$);
  return useMemo(() => textsOf(revision), [revision]);
}
