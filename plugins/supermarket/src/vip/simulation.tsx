import { Button, formatCount, formatMoney, NOTHING, useText } from '@kituo/sdk';
import { type RequestOf, vipLevel } from '@kituo/sdk/contracts';
import { Answered, useDetail, useFormValues } from '@kituo/sdk/page';
import { useState } from 'react';

type Request = RequestOf<typeof vipLevel.simulate>;

/** Who would have which level now; nothing while there is nothing to ask about. */
export function Simulation({ request }: { readonly request: Request | null }) {
  const t = useText();
  const found = useDetail(vipLevel.simulate, request);
  if (request === null) return null;
  return (
    <section aria-live="polite" aria-label={t('vip.simulation')}>
      <Answered detail={found}>
        {({ levels, rises, falls, couponCents, months, creditCents, fallNotice }) => (
          <>
            <p>{t('vip.moves', { rises: formatCount(rises), falls: formatCount(falls) })}</p>
            <p>{t('vip.cost', { coupons: formatMoney(couponCents), credit: formatMoney(creditCents) })}</p>
            <ul className="kp-facts">
              {levels.map(({ levelNo, levelName, membersNow, membersThen }) => (
                <li key={levelNo}>
                  {t('vip.level', { no: levelNo })} {levelName}: {formatCount(membersNow)} → {formatCount(membersThen)}
                </li>
              ))}
            </ul>
            <p>{t('vip.aMonth', { coupons: formatMoney(meanOf(months)) })}</p>
            <ul className="kp-facts">
              {months.map(({ month, rises: risen, couponCents: cents }) => (
                <li key={month}>{t('vip.month', { month, rises: formatCount(risen), coupons: formatMoney(cents) })}</li>
              ))}
            </ul>
            {fallNotice.texts.length > 0 && (
              <>
                <p>{t(fallNotice.isEnabled ? 'vip.noticeOn' : 'vip.noticeOff')}</p>
                <ul className="kp-facts">
                  {fallNotice.texts.map(({ levelBefore, levelNo, members, language, text }) => (
                    <li key={`${levelBefore} ${String(levelNo)} ${language}`} lang={language}>
                      {levelBefore} → {levelNo ?? NOTHING} ({formatCount(members)}): {text}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </Answered>
    </section>
  );
}

/** Coupons of a month, on average. */
const meanOf = (months: readonly { readonly couponCents: number }[]): number =>
  Math.round(months.reduce((sum, { couponCents }) => sum + couponCents, 0) / Math.max(1, months.length));

/** Tries the level as the form has it; a changed form is tried again when somebody asks. */
export function TryLevel(props: { readonly valueOf: (values: Readonly<Record<string, unknown>>) => unknown }) {
  const t = useText();
  const values = useFormValues();
  const [asked, setAsked] = useState<Request | null>(null);
  const { merchantNo, effectiveFrom: _day, reason: _why, ...own } = values;
  const read = vipLevel.vipLevelRule.safeParse(props.valueOf(own)).data;
  return (
    <div>
      <Button
        text={t('vip.simulate')}
        disabled={typeof merchantNo !== 'string' || read === undefined}
        onClick={() => {
          if (typeof merchantNo !== 'string' || read === undefined) return;
          setAsked({ merchantNo, draft: read });
        }}
      />
      <Simulation request={asked} />
    </div>
  );
}
