import { call } from '@kituo/sdk';
import { auth } from '@kituo/sdk/contracts';
import { useEffect, useState } from 'react';
import { FIRST_MIN_LENGTH } from './password-policy.ts';

/** How many characters the house asks for. Where it cannot be read the server still judges. */
export function useMinLength(): number {
  const [minLength, setMinLength] = useState(FIRST_MIN_LENGTH);
  useEffect(() => {
    const leaving = new AbortController();
    call(auth.passwordRule, {}, { quiet: true, showLoading: false, signal: leaving.signal })
      .then((rule) => {
        setMinLength(rule.minLength);
      })
      .catch(() => undefined);
    return () => {
      leaving.abort();
    };
  }, []);
  return minLength;
}
