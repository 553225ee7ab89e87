import { EatTime, formatMoney, useText } from '@kituo/sdk';
import { consumptionPrice, type ReplyOf } from '@kituo/sdk/contracts';
import { DetailOf } from '@kituo/sdk/page';
import { Part } from '../parts/part.tsx';

type Pace = ReplyOf<typeof consumptionPrice.paces>[number]['before'];

/** What a day consumed in the two weeks before each version, and in those after it. */
export function Paces({ ruleId }: { readonly ruleId: string }) {
  const t = useText();
  const aDay = ({ days, uses, amountCents }: Pace) =>
    t('price.aDay', { uses: Math.round((uses * 10) / days) / 10, money: formatMoney(Math.round(amountCents / days)) });
  return (
    <Part title={t('price.paces')}>
      <DetailOf endpoint={consumptionPrice.paces} request={{ ruleId }}>
        {(versions) =>
          versions.length === 0 ? (
            <p className="kp-muted">{t('price.noPaces')}</p>
          ) : (
            <ul className="kp-facts">
              {versions.map(({ versionNo, inForceFrom, merchants, before, after }) => (
                <li key={versionNo}>
                  {t('consumption.version', { no: versionNo })} · <EatTime at={inForceFrom} />{' '}
                  {merchants !== 1 && `· ${t('price.merchants', { count: merchants })} `}· {aDay(before)} →{' '}
                  {aDay(after)}
                </li>
              ))}
            </ul>
          )
        }
      </DetailOf>
    </Part>
  );
}
