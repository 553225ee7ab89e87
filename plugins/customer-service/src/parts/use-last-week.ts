import { lastDays } from '@kituo/sdk';
import { useState } from 'react';

/** A list opens with the last 7 days of a field, until its reader chooses others. */
export function useLastWeek<const Field extends string>(field: Field): Readonly<Record<Field, string>> {
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { [field]: `${from}..${to}` } as Record<Field, string>;
  });
  return initial;
}
