import { Button, formatMoney, useText } from '@kituo/sdk';
import { temporaryCredit } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';
import { useEffect, useState, type RefObject } from 'react';
import { Levels } from './levels.tsx';
import { phonesOf } from './phones-of.ts';

/** What was checked: creating sends the mark while merchant and numbers are the same. */
export interface Checked {
  readonly key: string;
  readonly mark: string;
}

export const checkKey = (merchantNo: string | null, phones: readonly string[]) =>
  JSON.stringify([merchantNo, phones.toSorted()]);

/** Who of the typed numbers can be given a higher limit, and what all of it exposes. */
export function PhoneCheck({ checked }: { readonly checked: RefObject<Checked | null> }) {
  const t = useText();
  const values = useFormValues();
  const merchantNo = typeof values['merchantNo'] === 'string' ? values['merchantNo'] : null;
  const phones = phonesOf(typeof values['phones'] === 'string' ? values['phones'] : '');
  const amountCents = typeof values['amountCents'] === 'number' ? values['amountCents'] : null;
  const key = checkKey(merchantNo, phones);
  const [asked, setAsked] = useState<{
    readonly key: string;
    readonly request: { readonly merchantNo: string; readonly phones: string[] };
  } | null>(null);
  const found = useDetail(temporaryCredit.taskCheck, asked?.request ?? null);
  useEffect(() => {
    checked.current = asked && found.data ? { key: asked.key, mark: found.data.checked } : null;
  }, [checked, asked, found.data]);
  return (
    <section aria-live="polite" aria-label={t('credit.check')}>
      <Button
        text={t('credit.check')}
        loading={found.isLoading}
        disabled={merchantNo === null || phones.length === 0}
        onClick={() => {
          if (merchantNo !== null) setAsked({ key, request: { merchantNo, phones } });
        }}
      />
      {asked?.key === key ? (
        <Answered detail={found}>
          {({ eligible, unknown, faults, levels }) => (
            <>
              <p>
                {t('credit.eligible', { count: eligible })}
                {amountCents !== null && ` · ${formatMoney(eligible * amountCents)}`}
              </p>
              <Levels levels={levels} amountCents={amountCents} />
              {unknown.length > 0 && <p>{t('credit.unknown', { phones: unknown.join(', ') })}</p>}
              <ul className="kp-facts">
                {faults.map(({ customerNo, phone, text }) => (
                  <li key={customerNo}>
                    {phone}: {text}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Answered>
      ) : (
        <p className="kp-muted">{t(asked === null ? 'credit.checkFirst' : 'credit.checkAgain')}</p>
      )}
    </section>
  );
}
