import { EatTime, lastDays, useText } from '@kituo/sdk';
import { verificationCode } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  DescriptionList,
  DetailOf,
  History,
  ListScreen,
  Reveal,
  useAction,
  useDetail,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { Hop } from '../messages/deliveries.tsx';
import { codeColumns, codeFilters, type CodeRow } from './code-fields.ts';

/** Codes that were sent: what became of each, and sent again where it did not arrive. */
export function CodeList() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { sentAt: `${from}..${to}` };
  });
  const screen = useListPage<CodeRow>({
    load: verificationCode.page,
    idOf: (row) => row.codeNo,
    columns: codeColumns,
    filters: codeFilters,
    defaultSort: '-sentAt',
    initial,
    file: { endpoint: verificationCode.exportList, jobKind: 'verificationCodes.export' },
  });
  const resend = useAction({
    name: 'codeResend',
    endpoint: verificationCode.resend,
    request: ({ codeNo, version }: CodeRow) => ({ codeNo, version }),
    list: { refresh: screen.list.refresh },
    facts: ({ phone: name }) => ({ name }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('codes.title')}
      nameOf={(row) => row.phone}
      rowActions={[allowedAs(resend, 'resend')]}
      above={<Arrivals />}
      emptyText={t('codes.none')}
      detail={(row) => <CodeDetail row={row} />}
    >
      <Ask
        action={resend}
        say={(row) => t(row.status === 'VALID' ? 'codes.sameText' : 'codes.newText', { phone: row.phone })}
      />
    </ListScreen>
  );
}

/** How fast codes arrive now, so that "wait a minute" is said with reason. */
function Arrivals() {
  const t = useText();
  const { data } = useDetail(verificationCode.arrivals, {});
  if (data === null || data.length === 0) return null;
  return (
    <p className="kp-muted" role="status">
      {t('codes.lastHour')}{' '}
      {data
        .map(({ network, sent, delivered, failed, medianSeconds, slowSeconds }) =>
          [
            t('codes.arrived', {
              network: network === null ? t('smsRoute.smallNetwork') : t(`MOBILE_NETWORK.${network}`),
              delivered,
              sent,
            }),
            ...(failed > 0 ? [t('codes.failed', { count: failed })] : []),
            ...(medianSeconds === null || slowSeconds === null
              ? []
              : [t('codes.took', { median: medianSeconds, slow: slowSeconds })]),
          ].join(', '),
        )
        .join(' · ')}
    </p>
  );
}

function CodeDetail({ row }: { readonly row: CodeRow }) {
  const t = useText();
  const isRevealed = row.allowedActions.includes('reveal');
  return (
    <>
      <DescriptionList
        of={row}
        columns={codeColumns}
        {...(isRevealed && {
          instead: {
            code: (
              <Reveal
                kind="verificationCode.code"
                subjectNo={row.codeNo}
                masked={row.code}
                code="operation:verificationCode:reveal"
              />
            ),
          },
        })}
      />
      <DetailOf endpoint={verificationCode.detail} request={{ codeNo: row.codeNo }}>
        {({ sends, address, city, userName, usedAt, history }) => (
          <>
            <ul className="kp-facts">
              <li>
                {t('codes.address')}: {city === null ? address : `${address} · ${city}`}
              </li>
              {userName !== null && (
                <li>
                  {t('codes.person')}: {userName}
                </li>
              )}
              {usedAt !== null && (
                <li>
                  {t('codes.used')}: <EatTime at={usedAt} />
                </li>
              )}
            </ul>
            <h3 className="kp-section-title">{t('codes.sends')}</h3>
            {sends.length === 0 && <p className="kp-muted">{t('codes.notSent')}</p>}
            <ul className="kp-facts">
              {sends.map(({ sentAt, channel, deliveryStatus, fault, sentByName, hops }) => (
                <li key={sentAt}>
                  <EatTime at={sentAt} /> · {t(`CODE_CHANNEL.${channel}`)} ·{' '}
                  {t(`CODE_DELIVERY_STATUS.${deliveryStatus}`)}
                  {fault !== null && ` · ${fault}`} · {sentByName ?? t('codes.byOwner')}
                  {hops.length > 0 && (
                    <ol aria-label={t('node.accountsTried')}>
                      {hops.map((hop) => (
                        <li key={hop.at}>
                          <Hop of={hop} channelType={channel} />
                        </li>
                      ))}
                    </ol>
                  )}
                </li>
              ))}
            </ul>
            <h3 className="kp-section-title">{t('tab.history')}</h3>
            <History entries={history} titleOf={({ action }) => t(`history.${action}`)} />
          </>
        )}
      </DetailOf>
    </>
  );
}
