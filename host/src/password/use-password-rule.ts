import { call } from '@kituo/sdk';
import { auth } from '@kituo/sdk/contracts';
import { useEffect, useState } from 'react';
import { FIRST_RULE, type PasswordRule } from './password-policy.ts';

/** What the company asks for. Where it cannot be read the server still judges. */
export function usePasswordRule(): PasswordRule {
  const [rule, setRule] = useState(FIRST_RULE);
  useEffect(() => {
    const leaving = new AbortController();
    call(auth.passwordRule, {}, { quiet: true, showLoading: false, signal: leaving.signal })
      .then(setRule)
      .catch(() => undefined);
    return () => {
      leaving.abort();
    };
  }, []);
  return rule;
}
